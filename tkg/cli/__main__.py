"""`python -m tkg.cli` is `tkg`."""

from tkg.cli import main

main()

"""The command line: `tkg COMMAND ... --db PATH`.

Answers go to stdout, everything else (errors, bad lines, progress) to stderr. On a terminal facts are a table; piped,
they are lines of tab-separated fields without a heading. With `--json` stdout is one JSON document in UTF-8, and each
error is one JSON object a line on stderr: `{"error": code, "message": ...}`. Wrong usage stays in words.

    status 0    fine; also where a question has no answer: nothing is printed, or null, [] with --json
    status 1    refused, bad input, an error of the file, a bad line, a failed verification or check; a closed pipe
    status 2    wrong usage
    status 130  interrupted (Ctrl-C): what was not committed is rolled back

A reading command opens the file read-only and never creates one; only `record`, `ingest`, `apply`, `import` and
`restore` do. `search` and `ask` may write the index that they go through. `TKG_DB`, `TKG_SCOPE` and `TKG_ZONE` stand
for `--db`, `--scope` and `--zone`; those for the embedder and the extractor are in `tkg.cli.embedders` and
`tkg.cli.extractors`. The modules are imported when a command runs, since asking for help should not wait for them.
"""

import io
import sys


def main() -> None:
    """Run the command that the arguments name, and exit with its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # JSON is UTF-8 whatever the locale; a terminal that cannot show a letter shows its escape.
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    try:
        from tkg.cli.app import app

        app()
    except KeyboardInterrupt:
        sys.exit(130)

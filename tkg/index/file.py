"""The side index as a file: arrays that can be read back in a second, and everything that must hold before they are.

    magic, number of the format, length of the header, checksum of the header
    header: JSON; what the rows are of, up to which one, and the shape of each array
    arrays: raw, little endian, in the order of the header
    checksum of all before it

The file is written beside its place, brought to the disk, and renamed, so that its place always holds a whole one, an
old or a new. Of two processes that save at once, the last rename wins; either file is right. What a killed one leaves
is taken away by the next: a file that is being written is locked, and the lock goes with its process.

It is read, not mapped: a mapped file that somebody truncates kills the process that looks at it (SIGBUS). Sizes are
compared with the real size of the file before anything is allocated, and nothing is used before its checksum is.
"""

import contextlib
import glob
import json
import os
import secrets
import struct
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

if sys.platform != "win32":
    import fcntl

FORMAT = 1
METRIC = "cosine"
LAYOUT = "one graph for all scopes"

_MAGIC = b"tkg-hnsw"
_START = struct.Struct("<8sII16s")
_SUM = 16
_PIECE = 1 << 23
_TYPES = {
    "ids": "<i8",
    "entries": "<i8",
    "scopes": "<i8",
    "kinds": "i1",
    "vectors": "<f4",
    "node_of": "<i4",
    "label_lookup_external": "<u8",
    "label_lookup_internal": "<u4",
    "element_levels": "<i4",
    "link_lists": "i1",
    "ground": "i1",
}
_BY_ROW = ("ids", "entries", "scopes", "kinds", "vectors")

Arrays = dict[str, npt.NDArray[Any]]


class Unusable(Exception):
    """A file that cannot be used: its `state` in a word or two, and why as the message."""

    def __init__(self, state: str, why: str) -> None:
        super().__init__(why)
        self.state = state


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says of itself."""

    model: str
    dimension: int
    generation: str
    last: int
    stamp: int | None
    """The random number that came with the id `last`: by their ids alone, two databases look the same."""
    rows: int
    in_graph: int
    """How many rows, from the first on, the graph covers; 0 without one."""
    graph: Mapping[str, Any]
    """The plain values of the graph."""
    shapes: Mapping[str, list[int]]
    metric: str = METRIC
    layout: str = LAYOUT

    def size(self) -> int:
        """The bytes of all arrays."""
        return sum(prod(shape) * np.dtype(_TYPES[name]).itemsize for name, shape in self.shapes.items())


def look(path: Path) -> Header:
    """What the file says of itself; only the header is checked. Raises FileNotFoundError, OSError, Unusable."""
    with path.open("rb") as file:
        return _header(file)[0]


def read(path: Path) -> tuple[Header, Arrays]:
    """All of a file, checked. Raises FileNotFoundError, OSError, Unusable."""
    with path.open("rb") as file:
        header, start = _header(file)
        total = blake2b(start, digest_size=_SUM)
        arrays: Arrays = {}
        for name, shape in header.shapes.items():
            array = arrays[name] = np.empty(shape, _TYPES[name])
            for piece in _pieces(array):
                if file.readinto(piece) != len(piece):
                    raise Unusable("damaged", "it ends early")
                total.update(piece)
        if file.read(_SUM) != total.digest():
            raise Unusable("damaged", "its checksum is wrong")
    if not _is_sound(header, arrays):
        raise Unusable("damaged", f"its arrays are not those of {header.rows} rows up to the id {header.last}")
    return header, arrays


def write(path: Path, header: Header, arrays: Arrays) -> None:
    """Puts a file in its place, or leaves what is there. Raises OSError."""
    if sys.platform == "win32":
        raise OSError("no side index is kept on Windows, where a file that is open cannot be renamed")
    said = json.dumps(asdict(header)).encode()
    start = _START.pack(_MAGIC, FORMAT, len(said), _checksum(said)) + said
    total = blake2b(start, digest_size=_SUM)
    _sweep(path)
    file, beside = _beside(path)
    with file:
        try:
            file.write(start)
            for name, shape in header.shapes.items():
                array = np.ascontiguousarray(arrays[name], _TYPES[name]).reshape(shape)
                for piece in _pieces(array):
                    total.update(piece)
                    file.write(piece)
            file.write(total.digest())
            file.flush()
            os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            # Not in the way of the error that is on its way; the next save sweeps.
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
    _sync(path.parent)


def remove(path: Path) -> None:
    """Takes away the file, and what killed saves have left of others. Raises OSError."""
    _sweep(path)
    path.unlink(missing_ok=True)


def _header(file: BinaryIO) -> tuple[Header, bytes]:
    """The header, and all bytes up to its end."""
    start = file.read(_START.size)
    if not _MAGIC.startswith(start[: len(_MAGIC)]):
        raise Unusable("damaged", "it does not begin like a side index")
    if len(start) < _START.size:
        raise Unusable("damaged", "it ends within its first bytes")
    _, form, length, checksum = _START.unpack(start)
    if form != FORMAT:
        raise Unusable("other format", f"it has format {form}, this tkg reads {FORMAT}")
    real = os.fstat(file.fileno()).st_size
    if length > real:
        raise Unusable("damaged", f"it says to have a header of {length} bytes and has {real} in all")
    said = file.read(length)
    if _checksum(said) != checksum:
        raise Unusable("damaged", "the checksum of its header is wrong")
    header = Header(**json.loads(said))
    claimed = len(start) + length + header.size() + _SUM
    if claimed != real:
        raise Unusable("damaged", f"it has {real} bytes, and {claimed} by its header")
    return header, start + said


def _is_sound(header: Header, arrays: Arrays) -> bool:
    """Whether the arrays fit together and to the header. `last` may be beyond the last row, whose entry may be gone."""
    if not arrays.keys() >= set(_BY_ROW):
        return False
    ids, covered = arrays["ids"], len(arrays.get("node_of", ()))
    return (
        all(len(arrays[name]) == header.rows for name in _BY_ROW)
        and arrays["vectors"].shape[1:] == (header.dimension,)
        and header.in_graph == covered <= header.rows
        and bool(np.all(ids[1:] > ids[:-1]))
        and not (len(ids) and header.last < ids[-1])
    )


def _checksum(said: bytes) -> bytes:
    return blake2b(said, digest_size=_SUM).digest()


def _pieces(array: npt.NDArray[Any]) -> Iterator[memoryview]:
    whole = array.reshape(-1).view(np.uint8).data
    return (whole[at : at + _PIECE] for at in range(0, len(whole), _PIECE))


def _beside(path: Path) -> tuple[BinaryIO, Path]:
    """A new, locked file in the same directory, with the rights of the database: the vectors tell of its texts."""
    database = path.with_suffix("")
    mode = database.stat().st_mode & 0o666 if database.exists() else 0o600
    while True:
        beside = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
        file = os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file.fileno()).st_nlink:
                return file, beside
        except OSError:
            file.close()
            beside.unlink(missing_ok=True)
            raise
        # Another process swept it in the moment before the lock.
        file.close()


def _sweep(path: Path) -> None:
    """Takes away what killed saves have left: files beside the place that no living process has locked."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*.tmp"):
        with contextlib.suppress(FileNotFoundError), left.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            left.unlink()


def _sync(directory: Path) -> None:
    """Brings a rename to the disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

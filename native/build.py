"""Build the card engine: engine.h, robots.h and all *.c files become the extension module service.core._native.

The C compiler and cffi read the same two headers; cffi gets them without include guards and includes.

PAILI_CFLAGS and PAILI_LDFLAGS add compiler and linker flags (sanitizers, coverage). PAILI_PACKAGE is the prefix of the
package that contains `service`, ending in a dot. A wheel has no debug information. The module contains no path of the
build folder.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent


def files(suffix: str) -> list[Path]:
    """Return every file of the core with *suffix*, sorted by path."""
    listed = sorted(HERE.rglob(f"*{suffix}"))
    if not listed:
        raise FileNotFoundError(f"no *{suffix} below {HERE}")
    return listed


def declarations(header: str) -> str:
    """Return *header* for cffi: without comments, guard and includes; macros with a plain integer are kept."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    lines = [line for line in text.splitlines() if not re.match(r"#\s*(ifndef|endif|include)|#define PAILI_", line)]
    return "\n".join(line for line in lines if line.strip())


KEEPS_LOCK = ("table_play", "table_may_pass", "moves_controls", "moves_can_beat", "read_beats")
"""Functions that keep the interpreter lock. A call takes a few microseconds and a request makes several, so releasing
and reacquiring the lock would cost more than the call. `tests/core/test_interpreter_lock.py` bounds the longest call;
all other functions release the lock."""

SOURCE = f"""
#include "robots.h"
#include <string.h>

static inline int keeps_lock(const char *wrapper)
{{
    return {" || ".join(f'!strcmp(wrapper, "_cffi_f_{name}")' for name in KEEPS_LOCK)};
}}
#undef Py_BEGIN_ALLOW_THREADS
#undef Py_END_ALLOW_THREADS
#define Py_BEGIN_ALLOW_THREADS {{ PyThreadState *_save = keeps_lock(__func__) ? NULL : PyEval_SaveThread();
#define Py_END_ALLOW_THREADS if (_save) PyEval_RestoreThread(_save); }}
"""

PACKAGE = os.environ.get("PAILI_PACKAGE", "")

ffi = FFI()
for contract in ("engine.h", "robots.h"):
    ffi.cdef(declarations((HERE / contract).read_text()))
ffi.set_source(
    f"{PACKAGE}service.core._native",
    SOURCE,
    sources=[os.path.relpath(path, HERE.parent) for path in files(".c")],
    depends=[os.path.relpath(path, HERE.parent) for path in files(".h")],
    include_dirs=["native"],
    extra_compile_args=[
        "-std=c11", "-O3", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-fvisibility=hidden",
        "-fno-semantic-interposition", "-ffp-contract=off", f"-ffile-prefix-map={HERE.parent}=.",
        *(["-g0"] if PACKAGE else []),
        *shlex.split(os.environ.get("PAILI_CFLAGS", "")),
    ],
    libraries=["m"],
    extra_link_args=shlex.split(os.environ.get("PAILI_LDFLAGS", "")),
)  # fmt: skip

"""Compiles the kernels: a hook of hatchling, and `python native/build.py` for who changes them.

Any C compiler will do (`$CC`, cc, gcc, clang), and no header of Python is needed, so one wheel serves every version of
Python. Without a compiler the package is built all the same and works with numpy alone.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called as a program, where hatchling is not needed
    BuildHookInterface = object  # type: ignore[assignment, misc]

ROOT = Path(__file__).resolve().parent.parent
SOURCES = tuple(sorted(path.name for path in (ROOT / "native").glob("*.c")))
TARGET = ROOT / "src" / "webwinnow" / "kernels" / "compiled.lib"
FLAGS = ("-std=c11", "-D_DEFAULT_SOURCE", "-O3", "-ffp-contract=off", "-fvisibility=hidden", "-shared")
"""No machine's own instructions: what is built here runs on every processor of its family. Products and sums stay apart
(`-ffp-contract=off`), so that results are those of numpy to the last bit. Without `_DEFAULT_SOURCE`, headers of Linux
hide what large scratch is taken from (scratch.h)."""


class Kernels(BuildHookInterface):
    """Compiles before a wheel is built, and names the platform that the wheel is for."""

    PLUGIN_NAME = "custom"

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless WEBWINNOW_PURE=1 asks for numpy alone; with WEBWINNOW_NATIVE=1 a failure is an error."""
        if self.target_name != "wheel":
            return
        TARGET.unlink(missing_ok=True)
        problem = "WEBWINNOW_PURE=1" if os.environ.get("WEBWINNOW_PURE") == "1" else compile_kernels()
        if problem:
            if os.environ.get("WEBWINNOW_NATIVE") == "1":
                raise RuntimeError(f"WEBWINNOW_NATIVE=1, but the kernels were not compiled: {problem}")
            self.app.display_warning(f"webwinnow is built without compiled kernels and will use numpy: {problem}")
            return
        build_data["artifacts"].append(TARGET.relative_to(ROOT).as_posix())
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform()}"


def platform() -> str:
    """Return the platform's name in a wheel's file name; who compiles for another one says which."""
    return os.environ.get("WEBWINNOW_PLATFORM") or sysconfig.get_platform().replace("-", "_").replace(".", "_")


def compile_kernels(target: Path = TARGET, flags: tuple[str, ...] = FLAGS) -> str:
    """Compile all kernels into one library; return what went wrong, nothing if all went well."""
    problem = "there is no C compiler (cc, gcc or clang; or name one in CC)"
    for compiler in _compilers():
        with tempfile.TemporaryDirectory() as folder:
            windows = platform().startswith("win")
            made = Path(folder) / ("compiled.dll" if windows else "compiled.so")  # Windows' linker asks for that ending
            sources = [str(ROOT / "native" / name) for name in SOURCES]
            flags_here = (*flags, f"-DFINGERPRINT={_fingerprint()}u", *(() if windows else ("-fPIC",)))
            done = subprocess.run(
                [*compiler, *flags_here, "-o", str(made), *sources, "-lm"], capture_output=True, text=True, check=False
            )
            if done.returncode == 0:
                shutil.move(made, target)
                return ""
        problem = f"{compiler[0]}: {done.stderr.strip().splitlines()[-1:] or 'it failed'}"
    return problem


def _fingerprint() -> int:
    """Number the sources as the package does when it loads what was made from them."""
    found = spec_from_file_location("fingerprint", TARGET.with_name("fingerprint.py"))
    if found is None or found.loader is None:
        raise ImportError(f"{TARGET.with_name('fingerprint.py')} cannot be read")
    module = module_from_spec(found)
    found.loader.exec_module(module)
    number: int = module.fingerprint(ROOT / "native")
    return number


def _compilers() -> list[list[str]]:
    named = shlex.split(os.environ.get("CC", ""))
    known = [named] if named else [["cc"], ["gcc"], ["clang"]]
    return [compiler for compiler in known if shutil.which(compiler[0])]


if __name__ == "__main__":
    sys.exit(compile_kernels() or None)

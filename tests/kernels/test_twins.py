"""Compiled code gives what numpy gives, to the last bit, on every page; and keeps within its bounds."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given

import webwinnow
from hostile.families import FAMILIES
from kernels.twins import PAGES, differences
from markup import markup
from webwinnow import extract
from webwinnow.document import Document
from webwinnow.document.markup import Markup
from webwinnow.kernels import IMPLEMENTATION, LIBRARY, address
from webwinnow.signals import symmetric_trees
from webwinnow.signals.symmetric_trees import DEPTH, SymmetricTrees

ROOT = Path(__file__).parent.parent.parent
SECONDS = os.environ.get("WEBWINNOW_FUZZ_SECONDS", "60")
"""How long mutated pages are tried; `make fuzz` takes longer."""

needs_kernels = pytest.mark.skipif(LIBRARY is None, reason="built without a C compiler, or WEBWINNOW_PURE=1")

HARD = {
    "empty": "",
    "text alone": "no tag at all",
    "one bracket": "<",
    "cut in a tag": "<p class='x",
    "cut in a comment": "<p>a<!-- b",
    "text area left open": "<p>a<textarea>b<p>c<textarea>d",
    "two left open": "<xmp><b>x<iframe><i>y<xmp>z",
    "title in a drawing": "<svg><title><b>x</b></title></svg><title>y < z</title>",
    "quotes that never end": "<a b='c d=\"e f='g>h<i>j",
    "numbers too long": "&#" + "1" * 4301 + "; &#x" + "f" * 4301 + ";",
    "references": "&amp;&copy&copy;&notin;&bogus;&#0;&#13;&#128;&#xD800;&#x1F600;&#xFFFE;&NotEqualTilde;",
    "formatting that overlaps": "<b>1<i>2</b>3</i>4<p><a>5<p>6<a>7</b>8" * 30,
    "deep": "<div>" * 600 + "<b>x" + "</div>" * 300 + "y",
    "tables": "<table><td>a<table><tr><p>b<form><td>c</table><caption>d<b>e<td>f</table>g",
    "drawings": "<svg><g/><p>out<math><mi>x</mi><desc><b>in<svg></b>y</svg>",
    "invented names": "".join(f"<x{n}>{n}" for n in range(2100)) + "<x2099></x2099><X7></x7>",
    "a name that is not ASCII": "<p>a<straße>b</STRASSE>c<linK>",
    "scripts without spaces": "<p>中文 カタカナ ข่าว, don't o'' a'b' 𠀋👩\u200d👧",
    "hidden by a style, told by a name": "<p>text that is seen<hidden STYLE=Display:None>not seen",
    "hidden by attributes": "".join(
        f"<p {said}>{at}</p>"
        for at, said in enumerate(
            (
                "hidden=Until-Found",
                "hidden = 'x' hidden=until-found",
                "a='hidden",
                'b="c"hidden/>',
                "=hidden",
                "= hidden",
                "style='a:b;display:none'",
                "style='a:b; VISIBILITY :\u3000hidden!'",
                "style=display:none",
                "style='display:nonez'",
                "style='display:noneé'",
                "style='display&colon;none'",
                "style='x' style='display:none'",
                "style=';;display:none_'",
                "aria-hidden=True",
                "aria-hidden=tru&#101;",
                "aria-hidden=truest",
                "Aria-Hidden\n=\n'true'",
                'style="display:none',
                "\u2003hidden",
                "hidden\u2003x",
                "hıdden",
                "class=hidden none",
                "hidden=&quot;",
                "data-hidden none /hidden",
            )
        )
    ),
    "pieces again and again": "a<b>c" * 30 + "<i>" * 400 + "<p>" + "x <u>y</u>\n" * 99 + "é" + "<s></s>" * 60,
    "more blocks than are judged together": "<title>Nine 9</title>"
    + "".join(f"<div><li>a{at % 90}<h2>nine {at % 9}</h2></div><b>c. </b><article>" for at in range(520)),
    "hidden": "<p hidden>a<p style='display:none'>b<p class=hidden>c<i none>d<br/ none>",
}


@needs_kernels
@pytest.mark.parametrize("page", HARD.values(), ids=HARD)
def test_hard_pages_are_read_alike(page: str) -> None:
    assert differences(page) == []


@needs_kernels
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.parent.name)
def test_golden_pages_are_read_alike(page: Path) -> None:
    assert differences(page.read_bytes().decode("utf-8", "replace")) == []


@needs_kernels
@given(markup())
def test_any_markup_is_read_alike(source: str) -> None:
    assert differences(Document(source).source) == []


@needs_kernels
def test_hostile_pages_are_read_alike() -> None:
    for name, family in list(FAMILIES.items())[::5]:
        assert differences(Document(family(1_200)).source) == [], name


@needs_kernels
def test_a_difference_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Markup._words_compiled
    monkeypatch.setattr(Markup, "_words_compiled", lambda *given: read(*given)[::-1])
    assert differences("<p>two words")[:2] == ["word start", "word end"]


@needs_kernels
@pytest.mark.parametrize("rows", [2, 255, 256, 257, 512, 513, 1100])
def test_forests_say_the_same(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.random.default_rng(rows)
    column, leaf = numbers.integers(0, 9, (250, DEPTH)), numbers.normal(size=(250, 2**DEPTH)).astype(np.float32)
    limit = numbers.normal(size=(250, DEPTH)).astype(np.float32)
    forest = SymmetricTrees(column, limit, leaf, 0.25)
    values = numbers.normal(size=(9, rows)).astype(np.float32).T
    ours = forest.odds(values)
    for width in {4, min(8, LIBRARY.width)}:  # of registers, narrower ones than this processor may have
        monkeypatch.setattr(LIBRARY, "width", width)
        assert np.array_equal(ours, forest.odds(values))
    monkeypatch.setattr(symmetric_trees, "LIBRARY", None)
    assert np.array_equal(ours, forest.odds(values))


@needs_kernels
def test_threads_do_not_disturb_each_other() -> None:
    pages = [path.read_bytes() for path in PAGES] * 4
    alone = [extract(page).text for page in pages]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda page: extract(page).text, pages)) == alone


@pytest.mark.skipif(bool(os.environ.get("WEBWINNOW_PURE")), reason="it was chosen for all tests, without compiled code")
@pytest.mark.parametrize(
    ("switch", "expected"), [("WEBWINNOW_PURE", "numpy"), ("WEBWINNOW_NATIVE", "compiled"), ("NOTHING", IMPLEMENTATION)]
)
def test_the_environment_chooses(switch: str, expected: str) -> None:
    if expected == "compiled" and LIBRARY is None:
        expected = "install webwinnow again where there is a C compiler"
    answer = _python("from webwinnow.kernels import IMPLEMENTATION; print(IMPLEMENTATION)", **{switch: "1"})
    assert expected in answer.stdout + answer.stderr


def test_both_extract_the_same_text() -> None:
    code = f"import webwinnow; print(webwinnow.extract(open({str(PAGES[0])!r}, 'rb').read()).text)"
    assert _python(code, WEBWINNOW_PURE="1").stdout == _python(code).stdout != ""


@needs_kernels
def test_bounds_are_kept(tmp_path: Path) -> None:
    """Run mutated pages through a library that stops at the first access outside of its bounds."""
    build = _build_script()
    library, sanitizer = tmp_path / "sanitized.lib", _sanitizer()
    flags = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-Wall", "-Wextra", "-Werror")
    problem = build.compile_kernels(library, (*build.FLAGS, *flags))
    if not sanitizer or "unrecognized" in problem or "cannot find" in problem:
        pytest.skip("this compiler has no sanitizers")
    assert problem == ""
    done = _python(
        f"import webwinnow.kernels.library as library, pathlib; library._PATH = pathlib.Path({str(library)!r}); "
        f"import webwinnow.kernels as kernels; assert kernels.IMPLEMENTATION == 'compiled'; "
        f"from kernels.twins import main; main({SECONDS}, 1)",
        LD_PRELOAD=sanitizer,
        ASAN_OPTIONS="detect_leaks=0",
    )
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-3000:]
    assert "no difference" in done.stdout


def _sanitizer() -> str:
    """Tell where the library is that must be loaded first, if the compiler has one."""
    found = subprocess.run(["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=False)
    path = found.stdout.strip()
    return path if found.returncode == 0 and Path(path).is_absolute() else ""


def _build_script() -> ModuleType:
    found = spec_from_file_location("build", ROOT / "native" / "build.py")
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


def _python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(Path(webwinnow.__file__).parent.parent), str(ROOT / "tests")])
    clean = {name: value for name, value in os.environ.items() if not name.startswith("WEBWINNOW_")}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**clean, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


def test_addresses_are_those_of_numpy() -> None:
    column = np.arange(12, dtype=np.int32)
    fixed = column.copy()
    fixed.setflags(write=False)
    for array in (column, column[3:], fixed, column[:0], column.reshape(3, 4), column > 3, np.asfortranarray(column)):
        assert address(array) == array.ctypes.data

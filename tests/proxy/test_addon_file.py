"""The same rewriting inside mitmproxy's own program."""

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from proxy.running import PAGE, STORY, RunningProxy
from webwinnow.extraction import extract
from webwinnow.proxy import filtering

MITMDUMP = shutil.which("mitmdump", path=str(Path(sys.executable).parent)) or shutil.which("mitmdump")
pytestmark = pytest.mark.skipif(MITMDUMP is None, reason="mitmproxy is not installed")
ADDON = Path(filtering.__file__).with_name("addon.py")


@pytest.fixture(scope="module")
def mitmdump(tmp_path_factory) -> Iterator[RunningProxy]:
    folder = tmp_path_factory.mktemp("mitmdump")
    command = [str(MITMDUMP), "-s", str(ADDON), "--listen-host", "127.0.0.1", "--listen-port", "0"]
    for option in (f"confdir={folder}", "webwinnow_extractor=bte", "webwinnow_outline=comment", "webwinnow_jobs=1"):
        command += ["--set", option]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        said = ""
        for line in process.stdout:
            said += line
            if found := re.search(r"listening at \S*:(\d+)", line):
                break
        else:
            pytest.fail(said)
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield RunningProxy(process, int(found[1]), folder)
        process.terminate()


def test_pages_are_filtered(mitmdump, site):
    answer = mitmdump.get(site.url)
    assert STORY in answer.text and "<webwinnow-bar" in answer.text
    assert answer.text.startswith(extract(PAGE, "bte").html("comment").partition("</body>")[0])
    assert mitmdump.get(f"{site.url}/?webwinnow=original").body == PAGE
    assert mitmdump.get(site.url, accept="*/*").body == PAGE


def test_a_wrong_option_is_told(tmp_path):
    command = [str(MITMDUMP), "-s", str(ADDON), "--set", f"confdir={tmp_path}", "--listen-port", "0"]
    command += ["--set", "webwinnow_extractor=nosuch"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode != 0 and "unknown" in ended.stdout + ended.stderr

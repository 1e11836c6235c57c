import pytest

from webwinnow.errors import UsageError
from webwinnow.evaluate.adapters import Asked, NoAnswerError, PythonAdapter

FUNCTIONS = """
import re

def of_text(page):
    return re.sub("<[^>]*>", "", page)

def of_bytes(page):
    return page.decode("utf-8").upper()

def by_pattern(page):
    return re.sub(b"<[^>]*>", b"", page)

def nothing(page):
    return None

def number(page):
    return 3

def fails(page):
    raise KeyError("missing")

def particular(page):
    if "begin with" in page:
        raise ValueError("not this page")
    return page

class Holder:
    @staticmethod
    def inner(page):
        return "held"

constant = 3
"""
PAGE = Asked("a", "<p>Über alles</p>".encode())


@pytest.fixture
def asked(module):
    def ask(function: str) -> str:
        adapter = PythonAdapter(f"{module(FUNCTIONS)}:{function}")
        adapter.prepare()
        return adapter(PAGE).text

    return ask


@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("of_text", "Über alles"),
        ("of_bytes", "<P>ÜBER ALLES</P>"),
        ("by_pattern", "Über alles"),
        ("nothing", ""),
        ("particular", "<p>Über alles</p>"),
        ("Holder.inner", "held"),
    ],
)
def test_functions_of_text_and_of_bytes(asked, function, text):
    assert asked(function) == text


def test_what_is_no_text_is_no_answer(asked):
    with pytest.raises(NoAnswerError, match="returned int, not text"):
        asked("number")


def test_what_the_function_raises_is_raised(asked):
    with pytest.raises(KeyError, match="missing"):
        asked("fails")


def test_the_page_is_decoded_as_ours_are(module):
    page = Asked("a", '<meta charset="windows-1251"><p>Погода</p>'.encode("cp1251"))
    assert PythonAdapter(f"{module(FUNCTIONS)}:of_text")(page).text == "Погода"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere_at_all:text", "cannot be imported"),
        ("json:no_such", "cannot be imported"),
        ("json", "write it as module:function"),
        (":f", "write it as module:function"),
        ("string:digits", "is no function"),
    ],
)
def test_what_cannot_be_called_is_told_at_once(name, told):
    with pytest.raises(UsageError, match=told):
        PythonAdapter(name).version()


def test_the_version_is_that_of_the_file(module):
    first, second = (PythonAdapter(f"{module(FUNCTIONS + comment)}:of_text").version() for comment in ("", "# changed"))
    assert len(first) == len(second) == 12
    assert first != second
    assert PythonAdapter("builtins:len").version() == ""

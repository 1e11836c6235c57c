import pytest

from webwinnow.proxy.policy import allowing

HASH = "'sha256-x='"


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("", ""),
        ("script-src 'self'", "script-src 'self'"),
        ("style-src 'self'", f"style-src 'self' {HASH}"),
        ("style-src 'none'; img-src *", f"style-src {HASH}; img-src *"),
        ("style-src", f"style-src {HASH}"),
        ("default-src 'self' a.example", f"style-src 'self' a.example {HASH}; default-src 'self' a.example"),
        ("default-src 'none'; script-src 'nonce-1'", f"style-src {HASH}; default-src 'none'; script-src 'nonce-1'"),
        ("style-src 'self'; style-src-elem b.example", f"style-src 'self'; style-src-elem b.example {HASH}"),
        ("style-src 'unsafe-inline' *", "style-src 'unsafe-inline' *"),
        ("style-src 'unsafe-inline' 'nonce-1'", f"style-src 'unsafe-inline' 'nonce-1' {HASH}"),
        ("Style-Src 'self'; style-src *", f"style-src 'self' {HASH}; style-src *"),
        ("default-src 'self', style-src 'none'", f"style-src 'self' {HASH}; default-src 'self', style-src {HASH}"),
        ("sandbox;; ;default-src *", f"sandbox; style-src * {HASH}; default-src *"),
    ],
)
def test_the_hash_is_let_in_and_nothing_else(policy, expected):
    assert allowing(policy, HASH) == expected

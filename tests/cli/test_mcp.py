from webwinnow.cli import serve as serve_module


def test_other_machines_need_a_token(run):
    refused = run("mcp", "--listen", "0.0.0.0:8001")
    assert refused.exit_code == 2
    assert "give a --token" in refused.stderr


def test_a_missing_library_is_named_with_the_command(run, monkeypatch):
    monkeypatch.setattr(serve_module, "find_spec", lambda _: None)
    refused = run("mcp")
    assert refused.exit_code == 2 and "pip install 'webwinnow[mcp]'" in refused.stderr

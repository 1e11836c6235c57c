from webwinnow.cli import serve as serve_module


def test_other_machines_need_a_token(run):
    refused = run("serve", "--listen", "0.0.0.0:8000")
    assert refused.exit_code == 2
    assert "give a --token" in refused.stderr


def test_what_is_wrong_is_told_before_the_server_starts(run, monkeypatch):
    for arguments, said in {
        ("-e", "bet"): "bet",
        ("--listen", "here:x"): "not a port",
        ("--token", "short"): "16 characters",
        ("--limit", "0"): "above 0",
    }.items():
        refused = run("serve", *arguments)
        assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr
    monkeypatch.setattr(serve_module, "find_spec", lambda _: None)
    refused = run("serve")
    assert refused.exit_code == 2 and "pip install 'webwinnow[serve]'" in refused.stderr

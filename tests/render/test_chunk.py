"""A chunk writes itself as JSON as its plain data would be written."""

from __future__ import annotations

import json

from webwinnow import extract

MILL = f"<h1>Tide mills</h1><p>{'The sea came back &amp; turned the wheel. ' * 6}</p><h2>Steps</h2><p>end</p>"


def test_a_chunk_is_written_as_its_plain_data() -> None:
    ruby = "".join(f"<ruby>漢<rt>{number}</rt></ruby>" for number in range(5_000))
    long = f'<h1>"Größe"</h1><p>größer\t &amp; {ruby}'
    for page, size in ((MILL.encode(), 60), (long.encode(), 500), (b"<p>x", 9)):
        for unit in ("characters", "tokens"):
            chunks = extract(page, "plain").chunks(size, unit)
            assert [chunk.written() for chunk in chunks] == [
                json.dumps(chunk.to_json(), ensure_ascii=False) for chunk in chunks
            ]

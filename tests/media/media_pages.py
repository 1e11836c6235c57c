"""Pages whose media compiled code and Python must choose alike."""

from __future__ import annotations

from webwinnow.document import Document
from webwinnow.spans import Spans

TEXT = "The miller waits for the wind and sweeps the floor until it comes. " * 8
BIG = "width=640 height=480"
FILM = "<iframe src=https://www.youtube.com/embed/x></iframe>"
URLS = (None, "https://example.org/", "https://example.org/a/b.html#c", "https://example.org/a/?q=1", "//h/é")
ADDRESSES = (
    "/a b # #x / . .. ./ ../ b.html b.html#c /a/b.html ./b.html c/../b.html c/..?q=1 ?q=1 /a/?q=1 ?q=2 ? "
    "b.html? b.html; a//b.html //example.org/a/b.html ///a http:///a http://x HTTPS://example.org/ https://example.org "
    "https://example.org/ https://example.org/#x https://example.org:443/ mailto:x javascript:x data:x c.jpg "
    "c.JPEG?x c.jpg/x c.tiff c.html c&amp;d %20 é x.pjpeg x.jpgx x. .gif /c;d /c; "
).split(" ")
PAGES = {
    "nothing": "",
    "no media": f"<p>{TEXT}",
    "sides in many ways": "".join(
        f"<img src=a{at}.jpg {said}>"
        for at, said in enumerate(
            [
                BIG,
                "width=640px height=' 480 PX '",
                "width=100% height=480",
                "width=64em height=40em",
                "width=&#54;40 height=480",
                "width=9999999 height=480",
                "width=70000 height=1",
                f"{BIG} style='Width: 2px'",
                f"{BIG} style='color:red'",
                f"{BIG} style='he&#105;ght:2px'",
                "width=400 height=300",
                "style='width:900px;height:800px'",
                "srcset='b.jpg 900w'",
                "data-src=b.jpg",
            ]
        )
    ),
    "data": "<img src=' DATA:image/gif;base64,R0lGODlhAQABAIAAAAAA'><img src=dat&#97;:x><img src=database.jpg>",
    "figures": f"<figure><img src=a.jpg><img src=b.svg></figure><figure><img src=c.jpg {BIG}><figcaption>c</figure>",
    "captions": f"<div><img src=a.jpg><p class=caption>a</p></div><img src=b.jpg><i class=option>x</i>"
    f"<div><img src=c.jpg>{FILM}<p class=wp-caption-text>c</p></div>",
    "a medium in another": f"<video><source src=a.mp4><img src=b.jpg {BIG}></video><object><embed src=c.swf></object>",
    "sources": f"<picture><source srcset='a.jpg 900w'><img src=b.jpg></picture><svg><source src=x></svg><p>{TEXT}",
    "where scripts are off": f"<img data-src=a.jpg {BIG}><noscript><img src=a.jpg {BIG}></noscript>",
    "captions where scripts are off": f"<figure><img data-src=a.jpg {BIG}><noscript><img src=a.jpg {BIG}></noscript>"
    f"<figcaption>a</figcaption></figure><div><img src=b.jpg><noscript><img src=c.jpg></noscript><p class=caption>b",
    "frames where scripts are off": f"<img src=a.jpg {BIG}><noscript><iframe src=//t.example/></iframe></noscript>",
    "a film where scripts are off": f"<img src=a.jpg {BIG}><noscript>{FILM}</noscript>",
    "frames": f"{FILM}<iframe src=//ads.example></iframe><iframe src=x><img src=a.jpg {BIG}>",
    "hidden": f"<p>{TEXT}<div hidden><img src=a.jpg {BIG}></div><template><img src=b.jpg {BIG}></template>",
    "all hidden": f"<div style='display:none'><img src=a.jpg {BIG}><p>{TEXT}</div>",
    "links": f"<a href=/x><b><img src=a.jpg {BIG}></b></a>"
    f"<div><img src=b.jpg {BIG}><a href=/y>Other stories here</a></div>"
    f"<div><img src=c.jpg {BIG}><a href=/y>Another</a> story to read here today</div>",
    "addresses": "".join(f"<a href='{address}'><img src={at}.jpg {BIG}></a>" for at, address in enumerate(ADDRESSES)),
    "base": f"<base href=/a/>{''.join(f'<a href={address}><img src=b.jpg {BIG}></a>' for address in ADDRESSES)}",
    "alone": "<p>before</p><p><img src=a.jpg></p><p><img src=b.jpg> beside</p><img src=c.jpg>",
    "many": f"<a href=/x><img src=a.jpg {BIG}></a>" * 700,
    "wide letters": f"<p>中文 {TEXT}</p><img src=中.jpg {BIG} alt=𠀋>",
}


def choices(page: Document) -> list[Spans]:
    text = page.visible
    return [text, page.select([]), text.first(len(TEXT)), text.first(30)]

"""Pages of each type, in several scripts."""

from __future__ import annotations

SENTENCES = {
    "en": "The miller winnows the grain in the evening wind, and what is light flies off while what is heavy falls. ",
    "el": "Ο μυλωνάς λιχνίζει το σιτάρι στον άνεμο του δειλινού και ό,τι είναι ελαφρύ φεύγει μακριά από το αλώνι. ",
    "ru": "Мельник веет зерно на вечернем ветру, и всё лёгкое улетает прочь, а тяжёлое падает обратно на пол. ",
    "ar": "يذري الطحان الحبوب في ريح المساء فيطير كل ما هو خفيف بعيدا ويسقط كل ما هو ثقيل على الأرض مرة أخرى. ",
    "zh": "磨坊主在晚风中扬谷，轻的东西飞走，重的东西落下，第二天早晨他把干净的谷子装进袋子里运到城里去。",
}
MENU = "<nav><ul>" + "".join(f"<li><a href=/{n}>Menu {n}</a></li>" for n in range(12)) + "</ul></nav>"


def article_page(language: str = "en", paragraphs: int = 8) -> str:
    sentence = SENTENCES[language]
    body = "".join(f"<p>{sentence * 3}</p>" for _ in range(paragraphs))
    return f"<title>{sentence[:40]} - Mill</title>{MENU}<main><h1>{sentence[:40]}</h1>{body}</main>"


def overview_page(language: str = "en", teasers: int = 30) -> str:
    sentence = SENTENCES[language]
    teaser = (
        f"<div class=card><a href=/story><img src=x.png></a><h3><a href=/story>{sentence}</a></h3>"
        f"<p>{sentence}</p><a href=/story>Read more</a></div>"
    )
    return f"<title>Mill</title>{MENU}<main>{teaser * teasers}</main>"

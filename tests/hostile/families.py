"""Hostile pages by the family: each makes a page of about the size that is asked for.

repeated     one piece of markup, over and over
counted      the same, but each piece with a number of its own, so that no limit of repetition helps
one value    one long value that every block, link or cell might be given once more
deep         elements in elements
numbers      numbers of thousands of digits wherever a number may stand
odd          bytes, names and addresses that formats cannot hold
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

Family = Callable[[int], str]

REPEATED = [
    "<div>", "<p>", "<b><p>", "<a ", '<a b="', "<!--", "<!-", "<script>", "<table>", "<li><div>", "</p>", "&", "<",
    "<a b='c>", '<a b="c>', "<a>x<div>", "<b>x<div>y</b>z</div>", "<form><p>x</form>", "<title>< ", "<svg><p>x",
    "<select>x", "<textarea>", "<td>x", "&amp;", "<p hidden>x", "ก็ ", "م\u200c",
    "<h2>x", "<h1>x</h1>", "<h2>x</h2><p>y ", "<ul>x ", "<ol><li>x", "<ul><li>x</ul>", "<dl><dt>x<dd>y", "<li>x",
    "<blockquote>x", "<pre>x\n", "<code>x</code> ", "<br>", "<hr>", "<p>x<br>", "<img>", "<img src=a alt=b>",
    "<figure><img src=a><figcaption>x</figcaption></figure>", "<video src=a>", "<iframe src=a></iframe>",
    "<a href=a>x</a> ", "<a><b><a><b>x", "<i><b>x", "<em>x</i></b>", "<sup>x</sup>", "<q>x</q>", "<font>x",
    "<table><tr><td>x</table>", "<tr><td>x<td>y", "<table><tr><td><table><tr><td>x", "<th>x", "<caption>x",
    "<td rowspan=9>x", "<td colspan=9>x", "<span lang=en>x</span>", "<p lang=fr dir=rtl>x", "<p id=a class=b>x",
    "<time datetime=2020-01-01>x</time>", "<p>1 May 2020 ", "<address>by A B</address>", "<p class=author>A B</p>",
    "<article><h2>x</h2><p>y</p></article>", "<section>x", "<div class=comment><p>x</p></div>",
    "<div class=post><b>A B</b><p>x y z.</p></div>", "<meta name=a content=b>", "<link rel=a href=b>",
    "<meta property=article:author content='A B'>", "<script type=application/ld+json>{}</script>",
    "<p itemscope itemprop=a>x", "<math><mi>x</mi></math>", "\\(x\\) ", "$x$ ", "<svg><text>x</text></svg>",
    "*", "_x_ ", "`", "# x\n", "> ", "1. x\n", "| x ", "[x](y) ", "\n", " ", "\t", "\0", "\r", "\ufffd", "\u202e",
    "x\u0301", "é ", "汉字 ", "汉", "שלום ", "😀", "\U000e0041", "&nbsp;", "&#0;", "&#xd800;", "&notit;", "&#38;#38;",
    "<o:p>x</o:p>", "<x-y>z</x-y>", "<p style='display:none'>x", "<details><summary>x</summary>y", "<dialog>x",
    "<noscript><p>x</noscript>", "<template>x</template>", "<button>x</button>", "<label>x", "<option>x", "<input>",
    "<center>x", "<marquee>x", "<nobr>x", "<plaintext>", "<xmp>x", "<frameset>", "<body>x", "<html>x", "<head>x",
    "]]>", "<![CDATA[x", "<?x ", "<!doctype html>", "</", "<a/b", "=", "'", '"', "x ", "x. ", "Read more ", "Copy ",
]  # fmt: skip

COUNTED = [
    "<h2>x{}", "<h2>x{}</h2><p>y ", "<ul>x{} ", "<ul><li>x{}</ul>", "<li>x{}", "<ol><li>x{}", "<dl><dt>x{}<dd>y",
    "<blockquote>x{}", "<p>x{}", "<p>x{}<br>", "<br>x{}", "<pre>x{}\n", "<code>x{}</code> ", "<i><b>x{}",
    "<em>x{}</i></b>", "<a><b><a><b>x{}", "<a href={}>x</a> ", "<p><a href={}>x</a>", "<a>x{}<div>",
    "<b>x{}<div>y</b>z</div>", "<td>x{}", "<tr><td>x{}<td>y", "<table><tr><td>x{}</table>",
    "<table><tr><td><table><tr><td>x{}", "<th>x{}", "<td rowspan=9>x{}", "<img src={} alt=b>",
    "<figure><img src={}><figcaption>x{}</figcaption></figure>", "<video src={}>",
    "<div class=comment><p>x{}</p></div>", "<div class=post><b>A B</b><p>x y z {}.</p></div>", "<p hidden>x{}",
    "<article><h2>x{}</h2><p>y</p></article>", "<section>x{}", "<meta name=a{} content=b>",
    "<p itemscope itemprop=a>x{}", "<meta property=article:author content='A B{}'>",
    "<script type=application/ld+json>{{}}{}</script>", "<time datetime=2020-01-01>x{}</time>", "<p>1 May 2020 {}",
    "<p class=author>A B{}</p>", "<p id=a{} class=b{}>x", "<p lang=fr{} dir=rtl>x", "<math><mi>x{}</mi></math>",
    "<svg><text>x{}</text></svg>", "<select>x{}", "<option>x{}", "<form><p>x{}</form>", "<title>x{}",
    "<details><summary>x{}</summary>y", "<noscript><p>x{}</noscript>", "</p{}>", "<script>{}</script>", "<!--{}-->",
    "&#{};", "&a{};", "x{} ", "x{}. ", "x{}", "汉字{} ", "*x{}* ", "[x{}](y) ", "{}.\n",
    "<a href=\"{} >x ", "<a title='{}>x</a> ", "x<!--{}-->", "<![CDATA[x{}]]>", "<template><p>x{}</template>",
    "<frame src={}>", "<frameset><noframes>x{}</noframes>", "&Aacute;{}&amp", "\u202ex{}\u2066", "\u202bשלום{} ",
    "<p style='color:#{};margin:{}px'>x", "<td colspan=1000 rowspan=65534>x{}", "<tr><th>x{}<td>y{}<td>z",
    "<div itemscope itemtype=http://schema.org/Product><b itemprop=name>x{}</b></div>",
    "<article><a href=/a{}><h3>Title {}</h3></a><time datetime=2020-01-01>x</time></article>",
    "<div class=comment id=c{}><b class=author>A{} B</b> <time>1 May 2020</time><p>x y z</p></div>",
    "<link rel=alternate hreflang=x{} href=/{}>", "<sup><a href=#f{}>1</a></sup><p id=f{}>x",
    "<p><b>Name {}:</b> x y z", "<meta content={} name=description>",
    "<pre><code class=language-x{}>x</code></pre>", "<script type=math/tex>x{}</script> ", "\\(x{}\\) ", "$$x{}$$ ",
    "<div class=note>x{}</div>", "<img src=data:image/png;base64,{} width=900 height=900>", "<dt>x{}</dt><dd>y{}</dd>",
    "<picture><source srcset={}><img src={} width=900 height=900></picture>", "<svg><path d='M{} 0L{} 1'/></svg>",
    "<object data={}><p>x{}</object>", "<ruby>漢<rt>{}</rt></ruby>", "<p dir=rtl>x{}<p dir=ltr>y",
    "<audio src=a{}></audio>", "<noscript><img src={} width=900 height=900></noscript>", "<ol start={}><li>x</ol>",
    "<table><caption>x{}</caption><tr><th>a<tr><td>b</table>", "<table><tr><td><ul><li>x{}</table>", "<sub>{}</sub>x",
]  # fmt: skip


def _counted(piece: str, size: int) -> str:
    length = len(piece.format("000000", "000000").encode())
    return "".join(piece.format(f"{number:06d}", f"{number:06d}") for number in range(size // length + 1))


def _times(piece: str, size: int) -> str:
    return piece * (size // len(piece.encode("utf-8", "replace")) + 1)


def _halves(before: str, after: str, piece: str, size: int) -> str:
    """Let one half of the page be a long value, and the other many short pieces."""
    return before + "v" * (size // 2) + after + _times(piece, size // 2)


_LONG: dict[str, tuple[str, str, str]] = {
    "base href": ("<base href='http://a.example/", "/'>", "<p><a href=b>some words</a> here."),
    "base href of images": ("<base href='http://a.example/", "/'>", "<p>x<img src=b alt=c width=900 height=900>"),
    "lang": ("<body lang='", "'>", "<p>some words."),
    "id": ("<div id='", "'>", "<p>some words."),
    "class": ("<div class='", "'>", "<p>some words."),
    "dir": ("<div dir='", "'>", "<p>some words."),
    "title attribute": ("<div title='", "'>", "<p>some words."),
    "element name": ("<x", ">", "<p>some words."),
    "figcaption": ("<figure><figcaption>", "</figcaption>", "<img src=a width=900 height=900>"),
    "alt": ("<img src=a width=900 height=900 alt='", "'>", "<p>some words."),
    "table header": ("<table><tr><th>", "</th></tr>", "<tr><td>x</td></tr>"),
    "table caption": ("<table><caption>", "</caption>", "<tr><td>x</td></tr>"),
    "row header": ("<table><tr><th>a<th rowspan=65534>", "</th></tr>", "<tr><td>x</td></tr>"),
    "summary": ("<details><summary>", "</summary>", "<p>some words."),
    "legend": ("<fieldset><legend>", "</legend>", "<p>some words."),
    "title": ("<title>", "</title>", "<p>some words."),
    "heading": ("<h1>", "</h1>", "<h2>x</h2><p>some words."),
    "link around": ("<a href='http://a.example/", "'>", "<p>some words."),
    "quote cite": ("<blockquote cite='http://a.example/", "'>", "<p>some words."),
    "abbreviation": ("<abbr title='", "'>", "<p>some words."),
    "code language": ("<pre class='language-", "'>", "some words\n"),
    "list type": ("<ol type='", "'>", "<li>some words."),
    "style": ("<div style='", "'>", "<p>some words."),
    "onclick": ("<div onclick='", "'>", "<p>some words."),
    "author": ("<meta name=author content='", "'>", "<p class=author>A B</p><p>some words."),
    "site name": ("<meta property=og:site_name content='", "'>", "<p>some words."),
    "canonical": ("<link rel=canonical href='http://a.example/", "'>", "<p><a href=b>some words</a>."),
    "og image": ("<meta property=og:image content='http://a.example/", "'>", "<p>x<img src=b width=900 height=900>"),
    "description": ("<meta name=description content='", "'>", "<p>some words."),
    "srcset": ("<img width=900 height=900 srcset='", " 1w, b 2w'>", "<p>some words."),
    "data address": ("<img src='data:image/png;base64,", "'>", "<p>some words."),
    "comment author": ("<div class=comments><b class=author>", "</b>", "<div class=comment><p>some words.</p></div>"),
    "time": ("<time datetime='", "'>", "<p>some words."),
    "itemprop": ("<div itemscope itemprop='", "'>", "<p itemprop=name>some words."),
    "json-ld text": (
        '<script type=application/ld+json>{"@type":"Article","headline":"',
        '"}</script>',
        "<p>some words.",
    ),
    "one word": ("<p>", "</p>", "<p>some words."),
    "one comment": ("<!--", "-->", "<p>some words."),
    "one script": ("<script>", "</script>", "<p>some words."),
}

_DEEP = ["div", "b", "ul", "ol", "li", "blockquote", "table", "section", "span", "a", "font", "dl", "details", "svg",
         "object", "figure", "q", "sup", "pre", "h1", "article", "form", "select", "p", "td", "code"]  # fmt: skip


def _deep(name: str, size: int) -> str:
    count = size // (2 * len(name) + 7) + 1
    return f"<{name}>x " * count + f"</{name}>" * count


_NUMBERS = {
    "reference": "<p>&#{};</p>",
    "hexadecimal reference": "<p>&#x{};</p>",
    "reference in a title": "<title>&#{};</title><p>x",
    "reference in a link": "<p><a href='&#{};'>some words</a>",
    "reference in a meta tag": "<meta name=author content='&#{};'><p>x",
    "reference in a site's name": "<meta property=og:site_name content='A &amp;#{};'><p>x",
    "reference twice": "<title>A &amp;#{0};</title><meta name=author content='A &amp;#{0};'><h1>&amp;#{0};</h1>",
    "reference in json-ld": (
        '<script type=application/ld+json>{{"@type":"NewsArticle","headline":"A &#{0};","author":"B &#{0};",'
        '"publisher":"C &amp;#{0};","articleBody":"&#{0};"}}</script><p>x'
    ),
    "rowspan": "<table><tr><td rowspan={}>x<td>y<tr><td>z</table>",
    "colspan": "<table><tr><td colspan={}>x<td>y<tr><td>z</table>",
    "start": "<ol start={}><li>x<li>y</ol>",
    "negative start": "<ol start=-{}><li>x<li>y</ol>",
    "value": "<ol><li value={}>x<li>y</ol>",
    "width": "<img src=a width={0} height={0}><p>x",
    "width in a style": "<img src=a style='width:{0}px;height:{0}px'><p>x",
    "exponent": "<img src=a width=1e{0} height=1e{0}><p>x",
    "srcset": "<img srcset='a {}w, b {}x'><p>x",
    "sizes": "<img srcset='a 1w' sizes='{}px'><p>x",
    "date": "<meta property=article:published_time content='{}-01-01'><p>x",
    "datetime": "<time datetime='2020-01-{}'>x</time><p>x",
    "time stamp": "<meta name=date content={}><time data-timestamp={} datetime={}>x</time><p>x",
    "time zone": "<time datetime='2020-01-01T00:00:00+{}'>x</time><p>x",
    "date in text": "<p class=date>May {}, 2020 and {} May {}</p><h1>x</h1><p>x",
    "json-ld number": '<script type=application/ld+json>{{"@type":"Article","wordCount":{0},"x":{0}.{0}}}</script><p>x',
    "json-ld date": '<script type=application/ld+json>{{"@type":"Article","datePublished":{0}}}</script><p>x',
    "json-ld price": '<script type=application/ld+json>{{"@type":"Product","offers":{{"price":{0}}}}}</script><p>x',
    "embedded data": '<script type=application/json>{{"articleBody":{0}}}</script><p>x',
    "microdata price": "<p itemscope itemtype=http://schema.org/Product><b itemprop=price content={}>{} EUR</b>",
    "price in text": "<h1>x</h1><p class=price>{} EUR</p>",
    "page number": "<a href='?page={}'>{}</a><p>x",
    "heading level": "<p role=heading aria-level={}>x",
    "posts": "<div class=comment id=c{0}><b>A B</b> {0} replies<p>x</p></div><div class=comment id=c{0}><p>x</div>",
    "refresh": "<meta http-equiv=refresh content='{}'><p>x",
    "opacity": "<p style='opacity:{0};font-size:{0}px;text-indent:-{0}px'>x",
    "text": "<p>{}</p>",
}

ODD = {
    "every byte": "".join(map(chr, range(256))),
    "links that are none": "<p>x<a href='ä:b'>y</a><a href='http://[::1'>y</a><a href='//'>y</a><a href='js:x'>y</a>",
    "host of every kind": "<base href='http://\u2100.example:99999/'><p><a href=b>y</a><img src='http://[' width=900>",
    "time zones": "<time datetime='+99:99'>x</time><time datetime='0000-00-00'>x</time><time datetime=T>x</time>",
    "languages": "<p lang='-'>x<p lang='x-\u00e4'>y<p lang='&quot;>'>z<p lang=' '>w",
    "names": "<p 1=2 =3 a:b:c=d xmlns=e xml:lang=f \u00e4=g>x<1>y<a:b>z</a:b>",
    "NUL in words": "<p>one\0two thr\0ee</p><h1>fo\0ur</h1><a href='a\0b'>x</a>",
    "controls": "<p>a\x1b[31mb\x07c\x9bd\x85e\u2028f\u2029g</p>",
    "not a number": '<script type=application/ld+json>{"@type":"Article","wordCount":NaN}</script><img width=nan>',
    "not a number in posts": "<div class=comment><p>NaN Infinity -Infinity</p></div>" * 3,
    "noncharacters": "<p>\uffff\ufffe\ufdd0 x</p>",
    "surrogates": "<p title='\ud800'>one \ud800 two \udfff",
    "media in media": "<figure><video src=a><object data=b><img src=c width=900 height=900></object></video></figure>",
    "roles": "<p role='heading' aria-level='x'>a<p role=' '>b<p role=doc-footnote>c",
    "addresses of everything": "<p><a href='\t\nhttp://a\tb'>x</a><a href='mailto:'>y</a><a href='#'>z</a>",
}  # fmt: skip


_REFUSED = 4_400
"""Digits of a number that Python refuses to read."""


def _number(form: str, size: int) -> str:
    digits = "9" * max(size // max(form.count("{"), 1), _REFUSED)
    return form.format(digits, digits, digits)


FAMILIES: dict[str, Family] = {
    **{f"repeated {piece!r}": partial(_times, piece) for piece in REPEATED},
    **{f"counted {piece!r}": partial(_counted, piece) for piece in COUNTED},
    **{f"one {name}": partial(_halves, *parts) for name, parts in _LONG.items()},
    **{f"deep {name}": partial(_deep, name) for name in _DEEP},
    **{f"digits: {name}": partial(_number, form) for name, form in _NUMBERS.items()},
    **{f"odd: {name}": partial(_times, piece) for name, piece in ODD.items()},
    "names that are all different": lambda size: "".join(f"<x{n:06d}>w</x{n:06d}>" for n in range(size // 20)),
    "attributes on one tag": lambda size: "<p " + " ".join(f'a{n:06d}="{n}"' for n in range(size // 16)) + ">text",
    "ids that are all different": lambda size: "".join(
        f"<p id=a{n:06d}><a href=#a{n:06d}>w</a>" for n in range(size // 34)
    ),
    "classes that are all different": lambda size: "".join(f"<div class=a{n:06d}>w</div>" for n in range(size // 26)),
    "one class list": lambda size: "<p class='" + " ".join(f"a{n:06d}" for n in range(size // 8)) + "'>text",
    "formatting in the deep": lambda size: "<b><i><u><s>" * 3 + "<div>" * 450 + "<p>x" * (size // 4),
    "one deep paragraph": lambda size: "<p>" + "<span>" * 450 + "<div>x</div>" * (size // 12),
    "one wide row": lambda size: "<table><tr>" + "<td>x" * (size // 5) + "</table>",
    "one wide row over many": lambda size: "<table><tr>" + "<th>x" * (size // 10) + "<tr><td>y" * (size // 20),
    "wide cells": lambda size: "<table>" + "<tr><td colspan=1000 rowspan=1000>x" * (size // 35),
    "a pyramid of lists": lambda size: "<ul><li>x" * (size // 18) + "</ul>" * (size // 10),
    "json-ld in the deep": lambda size: "<script type=application/ld+json>" + '{"a":' * (size // 5) + "</script><p>x",
    "json-ld lists": lambda size: "<script type=application/ld+json>" + "[" * (size - 30) + "</script><p>x",
    "data of open tags": lambda size: (
        '<script id=__NEXT_DATA__>{"body":"Some words of it and then: ' + "<" * (size - 70) + '"}</script><p>x'
    ),
    "json-ld commas": lambda size: "<script type=application/ld+json>[" + "," * (size - 30) + "1</script><p>x",
    "json-ld blanks": lambda size: "<script type=application/ld+json>[" + " " * (size - 30) + "x</script><p>x",
    "json-ld authors": lambda size: (
        '<script type=application/ld+json>{"@type":"Article","author":['
        + ",".join(['{"@type":"Person","name":"A B"}'] * (size // 32))
        + "]}</script><p>x"
    ),
    "keywords that are all different": lambda size: (
        "<meta name=keywords content='" + "".join(f"x{n:06d}, " for n in range(size // 9)) + "'><p>x"
    ),
    "candidates": lambda size: "<img width=900 height=900 srcset='" + "a 1w," * (size // 5) + "'><p>x",
    "styles": lambda size: "<p style='" + "width:1px;" * (size // 10) + "'>x",
    "style sheet": lambda size: "<style>" + ".a{display:none}" * (size // 16) + "</style><p class=a>x<p>y",
    "style sheet of braces": lambda size: "<style>" + "{" * size + "</style><p>y",
    "selectors": lambda size: (
        "<style>" + ".a,.b " * (size // 12) + "{opacity:0}</style>" + "<p class=a>x" * (size // 24)
    ),
    "attributes by the thousand": lambda size: "".join(
        f"<p {' '.join(f'a{n}=1' for n in range(1_000))}>x{number}" for number in range(size // 5_900 + 1)
    ),
    "one reference that never ends": lambda size: "<p>&" + "a" * size,
    "one quotation mark that is never closed": lambda size: '<p title="' + "word word. <b>" * (size // 14),
    "candidates that are all different": lambda size: (
        "<img width=900 height=900 srcset='" + ",".join(f"a{n:06d} {n}w" for n in range(size // 16)) + "'><p>x"
    ),
    "json-ld in the deep and closed": lambda size: (
        "<script type=application/ld+json>" + '{"a":[' * (size // 8) + "]}" * (size // 8) + "</script><p>x"
    ),
    "json-ld graph": lambda size: (
        '<script type=application/ld+json>{"@graph":['
        + ",".join(f'{{"@type":"Article","headline":"x{n:06d}","@id":"#{n}"}}' for n in range(size // 53))
        + "]}</script><p>x"
    ),
    "style sheet of classes": lambda size: (
        "<style>"
        + "".join(f".a{n:06d}{{display:none}}" for n in range(size // 46))
        + "</style>"
        + "".join(f"<p class=a{n:06d}>x" for n in range(size // 46))
    ),
    "one drawing": lambda size: "<svg><path d='" + "M1 2L3 4" * (size // 8) + "'/><text>x</text></svg><p>y",
    "ideographs without blanks": lambda size: "<p>" + "".join(chr(0x4E00 + n * 7 % 20_000) for n in range(size // 3)),
    "letters without blanks": lambda size: "<p>" + "".join(chr(97 + n * n % 26) for n in range(size)),
    "prose": lambda size: "".join(
        f"<p>Some {n} words, and a sentence of its own. Then another.</p>" for n in range(size // 62)
    ),
}
"""Name to family."""

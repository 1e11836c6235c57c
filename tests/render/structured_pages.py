"""Small pages with known structure, one construct each, and the Markdown that keeps it.

Every page is kept whole: what a rendering must show is all its visible text.
"""

from __future__ import annotations

from typing import NamedTuple


class Page(NamedTuple):
    source: str
    markdown: str
    extra: bool = False
    """Renderings may say more than the page's words: numbers in cells, names of columns, sources of formulas."""


ADDRESS = "https://example.org/dir/page.html"

PAGES: dict[str, Page] = {}


def page(name: str, source: str, markdown: str, *, extra: bool = False) -> None:
    PAGES[name] = Page(source, markdown.removeprefix("\n"), extra)


page(
    "headings",
    "<h1>One</h1><h2>Two</h2><h3>Three</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6><p>text",
    """
# One

## Two

### Three

#### Four

##### Five

###### Six

text
""",
)
page(
    "heading with marks",
    "<h2>The <em>quick</em> <code>fox()</code> in C #</h2><p>text",
    """
## The *quick* `fox()` in C \\#

text
""",
)
page(
    "heading in two lines",
    "<h2>First line<br>second line</h2><p>text",
    """
## First line second line

text
""",
)
page(
    "heading left open",
    "<h2>Title<p>one<p>two",
    """
## Title

one

two
""",
)
page(
    "paragraphs",
    "<p>one\n  line</p>loose text<div>a division</div><p>last",
    """
one line

loose text

a division

last
""",
)
page(
    "unordered list",
    "<ul><li>one<li>two<li>three</ul>",
    """
- one
- two
- three
""",
)
page(
    "ordered list with a start",
    "<ol start=7><li>seven<li>eight<li value=12>twelve</ol>",
    """
7. seven
8. eight
12. twelve
""",
)
page(
    "nested lists",
    "<ul><li>one<ul><li>one a<ol><li>deep<li>deeper</ol><li>one b</ul><li>two</ul>",
    """
- one
  - one a
    1. deep
    2. deeper
  - one b
- two
""",
)
page(
    "list right inside a list",
    "<ul><li>one<ul><li>inner</ul></li><ul><li>stray</ul></ul>",
    """
- one
  - inner
  * stray
""",
)
page(
    "paragraphs inside items",
    "<ol><li><p>first<p>first again<li><p>second</ol><p>after",
    """
1. first

   first again

2. second

after
""",
)
page(
    "blocks inside an item",
    "<ul><li>before<pre>x = 1\n  y</pre>after<blockquote>said</blockquote></ul>",
    """
- before

  ```
  x = 1
    y
  ```

  after

  > said
""",
)
page(
    "item without a list",
    "<div><li>one<li>two</div><p>end",
    """
- one
- two

end
""",
)
page(
    "text right inside a list",
    "<ul>stray<li>item</ul>",
    """
- stray
- item
""",
)
page(
    "two lists in a row",
    "<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>",
    """
- a

* b

1. c

1) d
""",
)
page(
    "quote",
    "<blockquote><p>one</p><p>two<br>lines</p></blockquote><p>after",
    """
> one
>
> two\\
> lines

after
""",
)
page(
    "nested quotes",
    "<blockquote>outer<blockquote>inner</blockquote>outer again</blockquote>",
    """
> outer
>
> > inner
>
> outer again
""",
)
page(
    "quote with a list",
    "<blockquote><ul><li>a<li>b</ul></blockquote>",
    """
> - a
> - b
""",
)
page(
    "table with a header",
    "<table><thead><tr><th>Name<th>Size</thead><tbody><tr><td>wheat<td>3<tr><td>rye<td>4</table>",
    """
| Name | Size |
| --- | --- |
| wheat | 3 |
| rye | 4 |
""",
    extra=True,
)
page(
    "table without a header",
    "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
    """
|  |  |
| --- | --- |
| a | b |
| c | d |
""",
)
page(
    "table with a caption",
    "<table><caption>Grain by <b>year</b></caption><tr><th>Year<th>Tons<tr><td>1999<td>5</table>",
    """
*Grain by **year***

| Year | Tons |
| --- | --- |
| 1999 | 5 |
""",
    extra=True,
)
page(
    "table with row headers",
    "<table><tr><th>Height<td>3<tr><th>Width<td>4</table>",
    """
|  |  |
| --- | --- |
| Height | 3 |
| Width | 4 |
""",
)
page(
    "table with stretched cells",
    "<table><tr><th colspan=2>Both<th>C<tr><td rowspan=2>tall<td>b1<td>c1<tr><td>b2<td>c2</table>",
    """
| Both |  | C |
| --- | --- | --- |
| tall | b1 | c1 |
|  | b2 | c2 |
""",
    extra=True,
)
page(
    "table with a huge stretch",
    "<table><tr><td colspan=9007199254740991>wide<td>x<tr><td>a<td>b</table>",
    """
|  |  |
| --- | --- |
| wide | x |
| a | b |
""",
)
page(
    "table with empty cells",
    "<table><tr><th>A<th>B<th>C<tr><td><td>b<td><tr><td>a<td><td>c</table>",
    """
| A | B | C |
| --- | --- | --- |
|  | b |  |
| a |  | c |
""",
    extra=True,
)
page(
    "table with lists and breaks in cells",
    "<table><tr><th>K<th>V<tr><td>list<td><ul><li>one<li>two</ul><tr><td>break<td>a<br>b<tr><td>numbered<td><ol><li>x<li>y</ol></table>",
    """
| K | V |
| --- | --- |
| list | • one<br>• two |
| break | a<br>b |
| numbered | 1\\. x<br>2\\. y |
""",
    extra=True,
)
page(
    "table with pipes and code",
    "<table><tr><th>Sign<th>Use<tr><td><code>a|b</code><td>either | or</table>",
    """
| Sign | Use |
| --- | --- |
| `a\\|b` | either \\| or |
""",
    extra=True,
)
page(
    "layout table",
    "<table><tr><td><h2>Title</h2><p>long text<td><table><tr><th>k<th>v<tr><td>1<td>2</table></table>",
    """
## Title

long text

| k | v |
| --- | --- |
| 1 | 2 |
""",
    extra=True,
)
page(
    "table for presentation",
    "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
    """
a

b

c

d
""",
)
page(
    "code block",
    "<pre><code class='language-python'>def f(x):\n    if x:\n\n        return `x`\n</code></pre>",
    """
```python
def f(x):
    if x:

        return `x`
```
""",
)
page(
    "code block of a code host",
    "<div class='highlight highlight-source-rust'><pre>fn main() {\n\tlet x = 1;\n}</pre></div>",
    """
```rust
fn main() {
	let x = 1;
}
```
""",
)
page(
    "code block with coloured words",
    (
        "<div class='highlight-default'><pre><span class=k>for</span> <span>i</span> <span>in</span> x:\n  "
        "<b>go</b>(i)\n\n  end</pre></div>"
    ),
    """
```
for i in x:
  go(i)

  end
```
""",
)
page(
    "code block with fences inside",
    "<pre class='brush: sh'>```\nnot the end\n````</pre>",
    """
`````sh
```
not the end
````
`````
""",
)
page(
    "code with a line per element",
    "<pre class='hljs lua'><div>local a = 1</div><div>  local b = 2</div></pre>",
    """
```lua
local a = 1
  local b = 2
```
""",
)
page(
    "inline code",
    "<p>Call <code>f(`x`)</code> or <kbd>Ctrl</kbd>+<kbd>C</kbd>; <code>a</code> <code>b</code>.",
    "Call ``f(`x`)`` or `Ctrl`+`C`; `a` `b`.\n",
)
page(
    "links",
    (
        "<p>See <a href=other.html>this</a>, <a href='/top?a=1&amp;b=(2)'>that</a><p>or <a "
        "href='#here'>here</a>, <a href='javascript:x()'>nothing</a>."
    ),
    """
See [this](https://example.org/dir/other.html), [that](https://example.org/top?a=1&b=%282%29)

or [here](https://example.org/dir/page.html#here), nothing.
""",
)
page(
    "link with base",
    ("<base href='https://other.example/x/'><p>A <a href=y><b>bold</b> link</a> and wow!<a href=z>another</a>"),
    "A [**bold** link](https://other.example/x/y) and wow\\![another](https://other.example/x/z)\n",
)
page(
    "link around blocks",
    "<a href=/story><h3>Headline</h3><p>Teaser text</a>",
    """
### [Headline](https://example.org/story)

[Teaser text](https://example.org/story)
""",
)
page(
    "images",
    (
        "<p>Before <img src=a.png alt='An *odd* image'> after<p><a href=/big><img data-src=b.jpg "
        "src='data:image/gif;base64,R0' alt=big></a><p>end"
    ),
    """
Before ![An \\*odd\\* image](https://example.org/dir/a.png) after

[![big](https://example.org/dir/b.jpg)](https://example.org/big)

end
""",
)
page(
    "figure",
    ("<p>text<figure><img src=/f.png alt='A chart'><figcaption>Figure 1: <em>yields</em></figcaption></figure><p>more"),
    """
text

![A chart](https://example.org/f.png)

*Figure 1: yields*

more
""",
)
page(
    "definition list",
    "<dl><dt>wheat<dd>a grain<dt>chaff<dt>husk<dd><p>not a grain<p>thrown away</dl><p>end",
    """
wheat
: a grain

chaff
husk
: not a grain

  thrown away

end
""",
)
page(
    "formulas in MathML",
    (
        "<p>Since "
        "<math><msup><mi>a</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><msqrt><mi>b</mi></msqrt></mfrac></math>"
        " holds."
    ),
    "Since $a^2 + \\frac{1}{\\sqrt{b}}$ holds.\n",
    extra=True,
)
page(
    "formula with annotation",
    (
        "<p>Let <math><semantics><mrow><mi>x</mi><mo>≤</mo><mn>2</mn></mrow><annotation "
        "encoding='application/x-tex'>x \\le 2</annotation></semantics></math>."
    ),
    "Let $x \\le 2$.\n",
    extra=True,
)
page(
    "formula by KaTeX",
    (
        "<p>So <span class=katex><span "
        "class=katex-mathml><math><semantics><mrow><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation "
        "encoding='application/x-tex'>c^2</annotation></semantics></math></span><span class=katex-html "
        "aria-hidden=true><span>c</span><span>2</span></span></span> it is.<p><span class=katex-display><span"
        " class=katex><span class=katex-mathml><math "
        "display=block><semantics><mrow><mi>y</mi></mrow><annotation encoding='application/x-tex'>\\sum "
        "y</annotation></semantics></math></span><span class=katex-html "
        "aria-hidden=true>∑y</span></span></span>"
    ),
    """
So $c^2$ it is.

$$\\sum y$$
""",
    extra=True,
)
page(
    "formula by MathJax",
    (
        "<p>We get <span class=MathJax_Preview></span><span class=MathJax "
        "id=MathJax-Element-1-Frame>E=mc2</span><script type='math/tex' id=MathJax-Element-1>E=mc^2</script> "
        "at once.<p>And <script type='math/tex; mode=display'>a < b</script> then"
    ),
    """
We get $E=mc^2$ at once.

And $$a \\lt b$$ then
""",
    extra=True,
)
page(
    "formula as a picture",
    "<p>Here <img class=mwe-math-fallback-image-inline src=x.svg alt='{\\displaystyle \\pi r^{2}}'> is.",
    "Here $\\pi r^{2}$ is.\n",
    extra=True,
)
page(
    "footnotes",
    (
        "<p>Grain<sup><a href=#fn1 id=r1>1</a></sup> and chaff<sup><a href=#fn2>[2]</a></sup>.<hr><ol "
        "class=footnotes><li id=fn1>Of wheat. <a href=#r1>↩</a><li id=fn2><p>Of rye.<p>Thrown away.</ol>"
    ),
    """
Grain[^1] and chaff[^2].

___

[^1]: Of wheat. [↩](https://example.org/dir/page.html#r1)

[^2]: Of rye.

    Thrown away.
""",
)
page(
    "raised, lowered, deleted",
    ("<p>H<sub>2</sub>O, m<sup>2</sup>, <del>gone</del> <s>away</s> <ins>new</ins> <mark>lit</mark> <u>under</u>"),
    "H<sub>2</sub>O, m<sup>2</sup>, ~~gone away~~ new lit under\n",
)
page(
    "emphasis",
    (
        "<p><b>bold</b>, <i>italic</i>, <b>both <i>at once</i></b>, <strong><em>same "
        "place</em></strong><p>in<b>side</b>words, <b>“quoted”</b>text, <em>a</em><strong>b</strong>"
    ),
    """
**bold**, *italic*, **both *at once***, ***same place***

in**side**words, <strong>“quoted”</strong>text, <em>a</em><strong>b</strong>
""",
)
page(
    "emphasis in Chinese",
    "<p>这是<b>重要</b>的，<b>“引用”</b>也是。",
    "这是**重要**的，<strong>“引用”</strong>也是。\n",
)
page(
    "verse",
    "<p>Winnow the grain,<br>drop the chaff.<br><br>Second stanza<br>- not an item<br>1. not numbered",
    """
Winnow the grain,\\
drop the chaff.

Second stanza\\
\\- not an item\\
1\\. not numbered
""",
)
page(
    "address",
    "<address>Mill Lane 1<br>12345 Field<br><a href=mailto:m@example.org>m@example.org</a></address>",
    """
Mill Lane 1\\
12345 Field\\
[m@example.org](mailto:m@example.org)
""",
)
page(
    "verse by style",
    "<p style='white-space: pre-line'>one line\nanother line\n\nlast</p>",
    """
one line\\
another line\\
last
""",
)
page(
    "text that looks like Markdown",
    (
        "<p># not a heading<p>* no item<p>+ no item<p>- no item<p>12. no number<p>&gt; no quote<p>[no](link) "
        "![no image](x) `no code` *no* _emphasis_ __init__ snake_case<p>~~no~~ &amp;amp; &lt;b&gt; \\ $5 and "
        "$6 | pipe<p>===<p>---<p>: colon<p>| a | b |<p>```<p>    four blanks<p>[^1]: no "
        "note<p>http://example.org/a_b_c"
    ),
    """
\\# not a heading

\\* no item

\\+ no item

\\- no item

12\\. no number

\\> no quote

[no\\](link) ![no image\\](x) \\`no code\\` \\*no\\* \\_emphasis\\_ \\_\\_init\\_\\_ snake_case

\\~\\~no\\~\\~ \\&amp; \\<b> \\\\ $5 and $6 | pipe

\\===

\\---

\\: colon

\\| a | b |

\\`\\`\\`

four blanks

\\[^1\\]: no note

http://example.org/a_b_c
""",
)
page(
    "rule",
    "<p>one<hr><p>two",
    """
one

___

two
""",
)
page(
    "details",
    "<details><summary>More</summary><p>hidden at first</details>",
    """
More

hidden at first
""",
)
page(
    "right to left",
    (
        "<html lang=fa><p>می\u200cخواهم <a href=/x>پیوند</a> را<p lang=en>English words<p dir=rtl>Latin "
        "here<ul><li>یک<li>دو</ul>"
    ),
    """
می‌خواهم [پیوند](https://example.org/x) را

English words

Latin here

- یک
- دو
""",
)
page(
    "marks that nobody sees",
    "<p>co\xadop می\u200cخواهم \u200fعربي\u200e नमस्\u200dते 👩\u200d👧 éte I❤️",
    "co\xadop می\u200cخواهم \u200fعربي\u200e नमस्\u200dते 👩\u200d👧 éte I❤️\n",
)
page(
    "mixed languages",
    "<html lang=en><p>He said <span lang=fr>bonjour à tous</span> twice.<p lang=de>Guten Tag",
    """
He said bonjour à tous twice.

Guten Tag
""",
)
page(
    "ruby",
    "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字",
    "漢(kan)字\n",
)
page(
    "character references",
    "<p>caf&eacute; &amp; AT&amp;T &lt;tag&gt; &#8212; &hellip; &nbsp; end",
    "café & AT&T \\<tag> — … end\n",
)
page(
    "words parted by tags",
    "<p>un<b>believ</b>able <span>o</span><span>ne</span>",
    "un**believ**able one\n",
)
page(
    "article with everything around",
    (
        "<header><h1>News</h1></header><main><article><section><h2>Part</h2><div><div>deep "
        "<span>text</span></div></div></section></article></main>"
    ),
    """
# News

## Part

deep text
""",
)
page(
    "broken markup",
    "<p>one <b>two<p>three</b> four</i><table><tr>stray<td>cell</table></div>end",
    """
one **two**

**three** four

stray

cell

end
""",
)

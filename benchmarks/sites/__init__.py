r"""Web pages with exact gold: our own texts, put through real site generators and their themes.

    texts -> composer -> documents -> dialect -> generator and theme -> pages
                             \-> gold: Markdown and text

What a page says was known before the page was made, so its gold needs no person and no rule.
"""

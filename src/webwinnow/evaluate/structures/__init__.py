"""Structures of pages and of Markdown: tables, lists, code, formulas, figures, headings; and what became of them."""

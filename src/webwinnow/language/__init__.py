"""Words in any language: how text parts into them, which are the same, which are grammar; knows no HTML."""

"""Small adapters to libraries that people already use, one file each; the library is needed, no extra of ours.

`scrapy`, `langchain`, `llama_index`, `pandas`, `polars`, `duckdb`, `spacy`; datatrove, Ray Data and Spark take whole
crawls and stand in `batch`. Each answers with what `extract` does; docs/integrations.md has a complete example of each.
"""

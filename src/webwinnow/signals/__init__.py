"""Mathematics on sequences; nothing here knows HTML."""

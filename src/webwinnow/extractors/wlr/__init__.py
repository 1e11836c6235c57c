"""Words to leaves: for text, and with media."""

"""The parts that every picture is made of: escaped markup, scales with round ticks, colours for light and dark."""

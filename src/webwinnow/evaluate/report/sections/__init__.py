"""The sections of a report, one file each: from the material to HTML."""

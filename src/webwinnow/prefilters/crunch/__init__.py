"""The filters of Crunch, one file each: they take things out of the page and leave the rest as it is."""

"""Games in files and texts: their formats, import and export."""

"""People read, export and delete what is stored about them."""

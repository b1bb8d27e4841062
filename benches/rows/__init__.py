"""The contests by subject; each module has `contests(places)`."""

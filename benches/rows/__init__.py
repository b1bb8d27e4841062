"""The contests, by what they are about; each module has `contests(places)`."""

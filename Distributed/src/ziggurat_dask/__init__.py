"""Exports many images with Ziggurat on the workers of Dask."""

__version__ = "0.1.0"

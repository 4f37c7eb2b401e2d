"""Export many images with Ziggurat on Dask workers."""

__version__ = "0.1.0"

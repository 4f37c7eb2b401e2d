import sys

from ziggurat_dask.command_line import main

if __name__ == "__main__":
    sys.exit(main())

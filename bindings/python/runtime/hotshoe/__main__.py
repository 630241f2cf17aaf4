"""The command line: `python3 -m hotshoe list`. It can load camera plugins that are Python programs: `--plugin FILE.py`."""

from __future__ import annotations

import ctypes
import os
import sys

from .plugin_library import PATH


def main() -> int:
    """Runs the command line with the program's arguments; the process ends with it."""
    library = ctypes.CDLL(os.path.join(os.path.dirname(PATH), "libhotshoe.so.0"))
    try:
        run = library.hotshoe_command_line
    except AttributeError:
        print("hotshoe: this package's library has no command line: install the wheel, or use the program hotshoe", file=sys.stderr)
        return 1
    words = [os.fsencode(word) for word in sys.argv[1:]]
    os.environ["HOTSHOE_PYTHON_PLUGIN"] = PATH
    # The process ends without the interpreter, which would write the rest.
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
            stream.reconfigure(line_buffering=True)  # type: ignore[attr-defined]
    return int(run(len(words), (ctypes.c_char_p * (len(words) + 1))(*words, None)))


if __name__ == "__main__":
    sys.exit(main())

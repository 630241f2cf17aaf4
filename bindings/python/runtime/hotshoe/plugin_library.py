"""The library that opens camera plugins which are Python programs; `python3 -m hotshoe.plugin_library` prints its path.

    HOTSHOE_PLUGINS="$(python3 -m hotshoe.plugin_library)=ring.py" ./any-program
"""

import importlib.machinery
import os

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_plugin" + importlib.machinery.EXTENSION_SUFFIXES[0])

if __name__ == "__main__":
    print(PATH)

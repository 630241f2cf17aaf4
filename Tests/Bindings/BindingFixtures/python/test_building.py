"""The setup script of the package: when it compiles the extension again."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import kitchen

PACKAGE = os.path.dirname(os.path.abspath(kitchen.__file__))


class Building(unittest.TestCase):
    """With a small extension in place of the fixture's, which takes long to compile."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.makedirs(f"{self.folder}/python/kitchen")
        os.makedirs(f"{self.folder}/include/kitchen")
        shutil.copy(os.path.join(PACKAGE, "..", "setup.py"), f"{self.folder}/python")
        os.symlink(os.path.join(PACKAGE, "..", "..", "lib"), f"{self.folder}/lib")
        self.write("python/kitchen/_native.c", "#include <kitchen/kitchen.h>\nint answer(void) { return ANSWER; }\n")
        self.write("include/kitchen/kitchen.h", "#define ANSWER 42\n")

    def write(self, path, text):
        with open(f"{self.folder}/{path}", "w", encoding="utf-8") as file:
            file.write(text)

    def build(self):
        """Compiles what has changed; returns the path of the extension."""
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace", "--build-temp", "build"]
        subprocess.run(command, cwd=f"{self.folder}/python", check=True, capture_output=True)
        folder = f"{self.folder}/python/kitchen"
        return next(f"{folder}/{name}" for name in os.listdir(folder) if name.startswith("_native.") and name.endswith(".so"))

    def test_a_changed_header_compiles_the_extension_again(self):
        extension = self.build()
        with open(extension, "rb") as file:
            first = file.read()
        # The extension is newer than its source, and the header newer than both. The times are far apart: they count in seconds.
        for folder, _, names in os.walk(f"{self.folder}/python"):
            for name in names:
                time = 2000 if name.endswith(".so") else 1000
                os.utime(f"{folder}/{name}", (time, time))
        self.write("include/kitchen/kitchen.h", "#define ANSWER 43\n")
        self.build()
        with open(extension, "rb") as file:
            self.assertNotEqual(file.read(), first)



if __name__ == "__main__":
    unittest.main()

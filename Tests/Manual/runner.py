"""Runs the samples of a page: in a folder and a home of their own, with cameras that are simulated."""

import ast
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import textwrap
import urllib.parse
import urllib.request

from samples import commands, differs

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PREFIX = pathlib.Path(os.environ.get("HOTSHOE_PREFIX", ""))
PYTHON = os.environ.get("MANUAL_PYTHON", "/usr/bin/python3")

# Longest time for a command, and the time after which one that runs until Ctrl-C is interrupted, in seconds.
PATIENCE = float(os.environ.get("MANUAL_PATIENCE", "120"))
INTERRUPTED_AFTER = 4

WARNINGS = ["-Wall", "-Wextra", "-Werror"]


class Failure(Exception):
    pass


class Background:
    """A program that prints a line of JSON when it is ready."""

    def __init__(self, *arguments, **environment):
        clean = {key: value for key, value in os.environ.items() if not key.startswith("HOTSHOE_")}
        self.process = subprocess.Popen([PREFIX / "bin/hotshoe", *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, env={**clean, **environment})
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"hotshoe {' '.join(arguments)} ended with {self.process.wait()}")
        self.first = json.loads(line)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Bodies:
    """The cameras that some pages call R5 and Z6. The R5 announces itself on the loopback interface; the Z6 is found through a server."""

    def __init__(self):
        self.running = []
        try:
            self.start("simulate", "--personality", "canon-eos-r5", "--port", "0")
            port = str(self.start("simulate", "--personality", "nikon-z6-2", "--port", "0")["port"])
            self.url = self.start("serve", "--camera", f"ptpip:127.0.0.1:{port}", "--port", "0")["url"].rstrip("/")
            # A body that is served by its address has a name when it was connected. The server may have found others, too.
            with urllib.request.urlopen(f"{self.url}/api/v1/cameras", timeout=60) as answer:
                identifier = next(each["identifier"] for each in json.load(answer) if port in each["name"])
            urllib.request.urlopen(f"{self.url}/api/v1/cameras/{urllib.parse.quote(identifier, safe='')}", timeout=60).close()
        except BaseException:
            self.stop()
            raise

    def start(self, *arguments):
        self.running.append(Background(*arguments))
        return self.running[-1].first

    def stop(self):
        for each in reversed(self.running):
            each.stop()


class Page:
    """A page's folder and its camera, which the commands of the page use one after the other."""

    def __init__(self, needs_bodies=False):
        self.bodies = Bodies() if needs_bodies else None
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name, "work")
        self.home = pathlib.Path(self.temporary.name, "home")
        for folder in (self.folder, self.home):
            folder.mkdir()
        (self.folder / "examples").symlink_to(REPOSITORY / "examples")
        self.server = Background("serve", "--simulated", "--port", "0", "--save-to", str(self.home / "saved"))
        self.url = self.server.first["url"].rstrip("/")
        self.environment = {
            "HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "dumb", "PATH": f"{PREFIX}/bin:{pathlib.Path(PYTHON).parent}:/usr/bin:/bin",
            # The second makes programs that the samples link find the library.
            "PKG_CONFIG_PATH": f"{PREFIX}/lib/pkgconfig", "LD_RUN_PATH": f"{PREFIX}/lib", "PYTHONDONTWRITEBYTECODE": "1",
            "HOTSHOE_CAMERA": self.url, "HOTSHOE_SERVERS": " ".join([self.url, self.bodies.url] if self.bodies else [self.url]),
            # No window opens, and the network is not searched.
            "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/dev/null", "AVAHI_COMPAT_NOWARN": "1",
        }
        self.files = set()
        self.accepted = {0}

    def close(self):
        self.server.stop()
        if self.bodies:
            self.bodies.stop()
        self.temporary.cleanup()

    def run(self, sample):
        """Runs a sample; raises Failure."""
        text = sample.text
        for each in sample.marks.get("replace", ()):
            old, new = each.split(" -> ")
            if old not in text:
                raise Failure(f"{old} is not in the sample")
            text = text.replace(old, new)
        if "not run" in sample.marks:
            if not sample.marks["not run"][0]:
                raise Failure("a sample that is not run needs a reason")
            return
        for command in sample.marks.get("before", ()):
            self.execute(["bash", "-c", command])
        self.accepted = {0, *(int(code) for code in sample.marks.get("exit", ()))}
        if "from" in sample.marks:
            self.compare(text, sample.marks["from"][0])
            return
        name = sample.marks.get("file", [None])[0]
        if name:
            (self.folder / name).write_text(text, encoding="utf-8")
            self.files.add(name)
            if text.startswith("#!"):
                (self.folder / name).chmod(0o755)
        check = {"sh": self.shell, "python": self.python, "c": self.c, "cpp": self.cpp, "csharp": self.csharp, "js": self.javascript, "json": self.json,
                 "html": lambda *_: None, "": None}.get(sample.language)
        if check is None:
            raise Failure(f"no way to test {sample.language or 'a block without a language'}")
        if not (name and sample.language == "sh"):
            check(text, name, "interrupted" in sample.marks)

    def empty_folder(self):
        """A folder for a part of a program, which may write a file that another part has written."""
        return pathlib.Path(tempfile.mkdtemp(dir=self.temporary.name))

    def execute(self, command, input="", interrupted=False, folder=None):
        """The output of a command; raises Failure if it fails or does not end."""
        with tempfile.TemporaryFile("w+") as given:
            given.write(input)
            given.seek(0)
            process = subprocess.Popen(command, cwd=folder or self.folder, env=self.environment, stdin=given, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True)
            try:
                try:
                    output, errors = process.communicate(timeout=INTERRUPTED_AFTER if interrupted else PATIENCE)
                except subprocess.TimeoutExpired:
                    if not interrupted:
                        raise Failure(f"not over after {PATIENCE:g} s: {command}") from None
                    # A terminal sends the signal to all programs of a line.
                    os.killpg(process.pid, signal.SIGINT)
                    output, errors = process.communicate(timeout=PATIENCE)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.communicate()
        # Programs that Ctrl-C ends have several codes: 123 and 255 are those of ffmpeg and ffplay.
        if process.returncode not in self.accepted | ({130, -2, 123, 255} if interrupted else set()):
            raise Failure(f"{command}\nended with {process.returncode}\n{output[-1500:]}{errors[-1500:]}")
        return output

    def shell(self, text, name, interrupted):
        for each in commands(text):
            output = self.execute(["bash", "-o", "pipefail", "-c", each.text], "".join(line + "\n" for line in each.input), interrupted)
            if each.output is not None and (wrong := differs(each.output, output)):
                raise Failure(f"{each.text}\n{wrong}")

    def python(self, text, name, interrupted):
        """A program is run by a command of the page; a part of one is run here, with a camera and a function `show`."""
        if name:
            ast.parse(text)
            return
        body = f"import asyncio\nimport hotshoe\n\ndef show(picture):\n    assert len(picture) > 0\n\nasync def main():\n{textwrap.indent(text, '    ')}\nasyncio.run(main())\n"
        (self.folder / "part.py").write_text(body, encoding="utf-8")
        self.execute([PYTHON, str(self.folder / "part.py")], folder=self.empty_folder())

    def c(self, text, name, interrupted):
        if not name:
            text = f"#include <hotshoe/hotshoe.h>\n#include <stdio.h>\nint main(void) {{\n{text}\nhotshoe_camera_release(camera);\nhotshoe_camera_discovery_release(discovery);\nreturn 0;\n}}\n"
        source = self.folder / (name or "part.c")
        source.write_text(text, encoding="utf-8")
        self.execute(["gcc", "-std=c99", "-pedantic", *WARNINGS, f"-I{PREFIX}/include", str(source), "-o", str(source.with_suffix("")), f"-L{PREFIX}/lib", "-lhotshoe"])
        if not name:
            self.execute([str(source.with_suffix(""))], folder=self.empty_folder())

    def cpp(self, text, name, interrupted):
        text = (f"#include <hotshoe/hotshoe.hpp>\nusing namespace std::chrono_literals;\nstatic void show(hotshoe::byte_view) {{}}\nint main() {{\n{text}\n}}\n")
        (self.folder / "part.cpp").write_text(text, encoding="utf-8")
        self.execute(["g++", "-std=c++17", *WARNINGS, f"-I{PREFIX}/include", "part.cpp", "-o", "part", f"-L{PREFIX}/lib", "-lhotshoe_cpp", "-lhotshoe"])
        self.execute([str(self.folder / "part")], folder=self.empty_folder())

    def csharp(self, text, name, interrupted):
        (self.folder / "part.cs").write_text(text, encoding="utf-8")
        self.execute(["mcs", "--parse", "part.cs"])

    def javascript(self, text, name, interrupted):
        """A program of Node, which uses the copy of the client that a command of the page has made."""
        text = text.replace("new HotShoe('http://127.0.0.1:8080')", f"new HotShoe('{self.url}')")
        frames = "let frames = 0;\nfunction show(frame) { if (!frame.length && !frame.size && !frame.byteLength) throw new Error('empty'); if (++frames === 3) process.exit(0); }\n"
        (self.folder / "part.mjs").write_text(frames + text, encoding="utf-8")
        self.execute(["node", "part.mjs"])

    def json(self, text, name, interrupted):
        json.loads(text)

    def compare(self, text, path):
        """Each line of code of the sample is in a file that is compiled and run elsewhere."""
        lines = [line.split("//")[0].rstrip() for line in (REPOSITORY / path).read_text(encoding="utf-8").splitlines()]
        for line in text.splitlines():
            code = line.split("//")[0].rstrip()
            if code and code not in lines:
                raise Failure(f"{path} has no line\n{code}")

#!/usr/bin/env python3
"""Fails one system call after the other in `hotshoe`, as client and as simulated camera, and expects that it never ends by a signal,
never hangs, names what failed, and has done everything when its exit code is 0.

Usage: scarce.py HOTSHOE SCARCE.SO
"""

import errno
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

# Seconds after which a command hangs. Its own time limits are shorter.
PATIENCE = 90
# Calls of one function that fail, each in a separate run.
CALLS = 4

# Functions, and the error that each has when descriptors, memory or threads run out.
FUNCTIONS = {
    "socket": errno.EMFILE,
    "bind": errno.EADDRINUSE,
    "listen": errno.ENOBUFS,
    "accept4": errno.EMFILE,
    "connect": errno.ENETUNREACH,
    "getsockname": errno.ENOBUFS,
    "getpeername": errno.ENOBUFS,
    "getsockopt": errno.ENOBUFS,
    "setsockopt": errno.ENOMEM,
    "recv": errno.ENOMEM,
    "recvfrom": errno.ENOMEM,
    "recvmsg": errno.ENOMEM,
    "send": errno.ENOBUFS,
    "sendto": errno.ENOBUFS,
    "sendmsg": errno.ENOBUFS,
    "epoll_create1": errno.EMFILE,
    "epoll_ctl": errno.ENOSPC,
    "epoll_wait": errno.ENOMEM,
    "eventfd": errno.EMFILE,
    "poll": errno.ENOMEM,
    "pipe": errno.EMFILE,
    "getifaddrs": errno.ENOMEM,
    "getaddrinfo": errno.ENOMEM,
    "pthread_create": errno.EAGAIN,
    "open": errno.EMFILE,
    "openat": errno.EMFILE,
    "read": errno.EIO,
    "write": errno.ENOSPC,
    "fcntl": errno.EINVAL,
    "fstat": errno.EIO,
    "fsync": errno.EIO,
    "rename": errno.EACCES,
    "link": errno.EPERM,
    "mkdir": errno.ENOSPC,
}

faults = []


class Folder:
    """A run's own folder, with the environment in which one call fails."""

    def __init__(self, scarce, plan):
        self.directory = tempfile.TemporaryDirectory(prefix="hotshoe-scarce-")
        self.path = self.directory.name
        self.log = os.path.join(self.path, "log")
        home = {"HOME": self.path, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": self.path}
        home["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/dev/null"
        home["SWIFT_BACKTRACE"] = "enable=no"
        self.sound = home
        self.failing = {**home, "LD_PRELOAD": scarce, "SCARCE": plan, "SCARCE_LOG": self.log}

    @property
    def has_failed(self):
        return os.path.exists(self.log)

    @property
    def pictures(self):
        return [name for name in os.listdir(self.path) if name.endswith(".JPG")]


def run(command, environment, folder):
    """Returns the exit code and the error output; -9 if the command hangs."""
    with subprocess.Popen(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        try:
            _, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            _, errors = process.communicate()
    return process.returncode, errors


class Server:
    """`hotshoe simulate` on a free port."""

    def __init__(self, hotshoe, environment, folder):
        self.process = subprocess.Popen(
            [hotshoe, "simulate", "--port", "0", "--speed", "instant", "--picture-size", "96x64", "--live-view-size", "96x64",
             "--seconds", "120"],
            env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = None
        self.errors = ""
        reader = threading.Thread(target=self._read, daemon=True)
        reader.start()
        for line in self.process.stdout:
            found = re.search(r"127\.0\.0\.1:\d+", line)
            if found:
                self.address = found.group()
                break
        # The pipe must not fill.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.reader = reader

    def _read(self):
        self.errors = self.process.stderr.read()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.reader.join()
        return code


def fault(what, plan, code, errors):
    faults.append(f"{what} with {plan}: {'hangs or was killed' if code == -9 else f'ended with {code}'}\n{errors[-2000:]}")


def judge(what, plan, code, errors, is_complete):
    if code < 0:
        fault(what, plan, code, errors)
    elif code == 0 and not is_complete:
        fault(f"{what} claims success", plan, code, errors)
    elif code > 0 and not errors.strip():
        fault(f"{what} names nothing", plan, code, errors)


def client(hotshoe, scarce, plan):
    """The client's calls fail. Returns whether one did."""
    folder = Folder(scarce, plan)
    server = Server(hotshoe, folder.sound, folder.path)
    command = [hotshoe, "shoot", "--camera", f"ptpip:{server.address}", "--download", folder.path, "--timeout", "10"]
    code, errors = run(command, folder.failing, folder.path)
    judge("shoot", plan, code, errors, len(folder.pictures) == 1)
    server.end()
    return folder.has_failed


def search(hotshoe, scarce, plan):
    """The calls of a search fail."""
    folder = Folder(scarce, plan)
    code, errors = run([hotshoe, "list", "--timeout", "0.3"], folder.failing, folder.path)
    judge("list", plan, code, errors, True)
    return folder.has_failed


def camera(hotshoe, scarce, plan):
    """The simulated camera's calls fail: it ends with an error, or serves a later client."""
    folder = Folder(scarce, plan)
    server = Server(hotshoe, folder.failing, folder.path)
    if server.address:
        command = [hotshoe, "shoot", "--camera", f"ptpip:{server.address}", "--download", folder.path, "--timeout", "10"]
        run(command, folder.sound, folder.path)
        # A camera whose calls always fail serves no client.
        if server.process.poll() is None and "+" not in plan:
            code, errors = run(command, folder.sound, folder.path)
            if code != 0:
                fault("the second client of a camera", plan, code, errors)
    code = server.end()
    if code < 0 or code in (132, 133, 134, 139) or (not server.address and not server.errors.strip()):
        fault("simulate", plan, code, server.errors)
    return folder.has_failed


def main():
    hotshoe, scarce = map(os.path.abspath, sys.argv[1:3])
    reached = set()

    def series(attempt):
        name, error, scenario = attempt
        count = 0
        for position in [str(number) for number in range(1, CALLS + 1)] + ["1+"]:
            # Every call that fails: only where a program can do without it.
            if position == "1+" and name in ("read", "write", "open", "poll", "epoll_wait", "recv"):
                continue
            count += 1
            if scenario(hotshoe, scarce, f"{name}:{position}:{error}"):
                reached.add(name)
            elif position != "1+":
                break
        return count

    attempts = [(name, error, scenario) for name, error in FUNCTIONS.items() for scenario in (client, search, camera)]
    chosen = os.environ.get("SCARCE_ONLY", "").split()
    attempts = [attempt for attempt in attempts if not chosen or attempt[0] in chosen]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        runs = sum(pool.map(series, attempts))
    for text in faults:
        print(text, file=sys.stderr)
    print(f"scarce: {runs} runs; failed calls of {', '.join(sorted(reached))}; {len(faults)} faults")
    # Without a failure the library was not loaded.
    sys.exit(1 if faults or len(reached) < (1 if chosen else 15) else 0)


main()

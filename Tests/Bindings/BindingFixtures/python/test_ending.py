"""The end of the interpreter, and of processes that were forked: nothing crashes, nothing hangs."""

import os
import subprocess
import sys
import unittest

RUNNING = """
import threading, kitchen
class Cook(kitchen.Chef):
    name = "Ada"
    stars = 1
    def greet(self, guest): return guest
    def taste(self, dish): return 1
    async def cook(self, recipe): return kitchen.Dish(recipe.title)
    async def rest(self):
        import asyncio
        await asyncio.sleep(3600)
heard = threading.Semaphore(0)
streams = [kitchen.IntStream.create() for _ in range(4)]
subscriptions = [stream.subscribe(lambda number: heard.release()) for stream, _ in streams]
def feed(source):
    while source.send(1): pass
threads = [threading.Thread(target=feed, args=(source,), daemon=True) for _, source in streams]
for thread in threads: thread.start()
operations = [kitchen.wait_forever() for _ in range(20)] + [kitchen.audition(Cook(), kitchen.Recipe("soup", []))]
bell = kitchen.Bell()
bell.on_ring(lambda count: heard.release())
bell.ring()
for _ in range(100): heard.acquire()
print("ready", flush=True)
"""

FORKED = """
import os, sys, kitchen
kitchen.Appliance("before the fork")
child = os.fork()
if child == 0:
    try:
        kitchen.Appliance("in the child")
    except kitchen.ForkedError as failure:
        print("refused:", failure, flush=True)
        sys.exit(0)
    sys.exit(1)
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
"""

UNUSED = """
import os, sys, kitchen
child = os.fork()
if child == 0:
    assert kitchen.Appliance("in the child").name == "in the child"
    assert kitchen.echo_later("x").wait(10) == "x"
    sys.exit(0)
_, status = os.waitpid(child, 0)
assert kitchen.Appliance("in the parent").name == "in the parent"
sys.exit(os.waitstatus_to_exitcode(status))
"""

POOL = """
import multiprocessing, sys, kitchen
def work(number):
    return kitchen.echo_later(str(number)).wait(30)
def refused(number):
    try:
        return work(number)
    except kitchen.ForkedError:
        return "refused"
if __name__ == "__main__":
    assert work(1) == "1"
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(work, range(4)) == ["0", "1", "2", "3"]
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map(refused, range(2)) == ["refused", "refused"]
"""

REPORTS = """
import sys, kitchen
def fail(*_): raise ValueError("not lost")
kitchen.stir(1, fail)
"""


class Ending(unittest.TestCase):
    def run_program(self, text, *, folder=None):
        program = [sys.executable, "-X", "faulthandler"]
        if folder:
            path = os.path.join(folder, "program.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            program.append(path)
        else:
            program += ["-c", text]
        return subprocess.run(program, capture_output=True, text=True, timeout=120)

    def test_50_ends_with_streams_and_calls_under_way(self):
        for _ in range(50):
            done = self.run_program(RUNNING)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ready\n", ""))

    def test_the_end_by_an_exception_and_by_sys_exit(self):
        done = self.run_program(RUNNING + "raise SystemExit(3)")
        self.assertEqual((done.returncode, done.stderr), (3, ""))
        done = self.run_program(RUNNING + "raise ValueError('x')")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.endswith("ValueError: x\n"), done.stderr)

    def test_a_forked_child_is_refused(self):
        done = self.run_program(FORKED)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("fork", done.stdout)

    def test_a_child_of_a_process_without_calls_is_served(self):
        done = self.run_program(UNUSED)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_multiprocessing(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            done = self.run_program(POOL, folder=folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_an_exception_without_a_caller_is_reported(self):
        done = self.run_program(REPORTS)
        self.assertEqual(done.returncode, 0)
        self.assertIn("ValueError: not lost", done.stderr)


if __name__ == "__main__":
    unittest.main()

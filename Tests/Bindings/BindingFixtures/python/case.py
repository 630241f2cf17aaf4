"""A test case that fails if objects of the fixture's library are left over."""

import gc
import unittest

import kitchen


def left_over():
    """The objects that are left; "" if there are none after ten seconds."""
    gc.collect()
    if kitchen.wait_for_live_handles(0, 10):
        return ""
    owned = [repr(each) for each in gc.get_objects() if isinstance(each, kitchen.Handle)]
    return f"{kitchen.live_handles()} objects are left, in Python {owned}"


class FixtureCase(unittest.TestCase):
    def tearDown(self):
        self.assertEqual(left_over(), "")


class AsyncFixtureCase(unittest.IsolatedAsyncioTestCase, FixtureCase):
    def tearDown(self):
        pass

    def run(self, result=None):
        outcome = super().run(result)
        # After the event loop has ended.
        left = left_over()
        if left:
            raise AssertionError(f"{self.id()}: {left}")
        return outcome

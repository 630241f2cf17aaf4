"""Arguments that a program passes by mistake, or that change while they are converted: errors of Python, never a crash."""

import unittest

import kitchen
from case import FixtureCase


class Shrinking:
    """A number that empties its list when it is read."""

    def __init__(self, owner):
        self.owner = owner

    def __index__(self):
        self.owner.clear()
        return 3


class Items(dict):
    """A dictionary whose items are others than its own."""

    def __init__(self, answer):
        super().__init__(a=1)
        self.answer = answer

    def items(self):
        return self.answer


class Hostile(FixtureCase):
    def test_a_list_that_shrinks_is_an_error(self):
        numbers = []
        numbers.extend(Shrinking(numbers) for _ in range(50))
        with self.assertRaisesRegex(RuntimeError, "changed its size"):
            kitchen.echo_nested({"a": numbers})

    def test_items_that_are_no_pairs_are_an_error(self):
        for answer in ([1, 2], [("a",)], [["a", 1]], [("a", 1, 2)]):
            with self.assertRaises(TypeError):
                kitchen.echo_dictionary(Items(answer))

    def test_a_class_with_the_number_of_no_case_is_an_error(self):
        for number in (99, -1, 2**40, "x", None):
            course = type("Wrong", (kitchen.CourseSoup,), {"_number": number})(50)
            with self.assertRaises((TypeError, OverflowError)):
                kitchen.echo_course(course)

    def test_values_that_contain_themselves_are_an_error(self):
        endless = []
        endless.append(endless)
        with self.assertRaises(RecursionError):
            kitchen.explain({"a": endless})

    def test_every_function_survives_every_kind_of_argument(self):
        native = kitchen._library._n
        # These wait, or end the library.
        left_out = ("wait", "shutdown", "end", "register", "Handle", "Operation")
        names = [each for each in dir(native) if not each.startswith("__") and not any(word in each for word in left_out)]
        functions = [each for each in (getattr(native, name) for name in names) if callable(each)]
        self.assertGreater(len(functions), 500)
        refused = 0
        for value in (None, -1, 2**70, 1.5, "\ud800", b"y", [None], {"a": None}, (), object(), Ellipsis):
            for function in functions:
                for count in range(4):
                    try:
                        function(*[value] * count)
                    except Exception:
                        refused += 1
        self.assertGreater(refused, 10_000)


if __name__ == "__main__":
    unittest.main()

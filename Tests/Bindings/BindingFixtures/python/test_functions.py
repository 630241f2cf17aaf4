"""Functions of the program that the library calls, and protocols that the program implements."""

import asyncio
import gc
import sys
import threading
import unittest
import weakref

import kitchen
from case import AsyncFixtureCase, FixtureCase


class Reported:
    """The exceptions that are reported, because no caller could receive them."""

    def __enter__(self):
        self.exceptions = []
        self.old, sys.unraisablehook = sys.unraisablehook, lambda report: self.exceptions.append(report.exc_value)
        return self.exceptions

    def __exit__(self, *failure):
        sys.unraisablehook = self.old


class Functions(FixtureCase):
    def test_texts_in_c(self):
        self.assertEqual(kitchen.length_of("salt"), 4)
        with self.assertRaises(ValueError):
            kitchen.length_of("a\0b")
        self.assertEqual(kitchen.Context("soup").name, "soup")
        with self.assertRaises(kitchen.KitchenError):
            kitchen.Context("soup", limit=3)

    def test_arguments_and_results(self):
        self.assertEqual(kitchen.season(["a", "b"], lambda dish: dish + "!"), ["a!", "b!"])
        turns = []
        kitchen.stir(3, turns.append)
        self.assertEqual(turns, [0, 1, 2])
        recipes = [kitchen.Recipe("a", []), kitchen.Recipe("b", [])]
        chosen = kitchen.choose(recipes, lambda recipe, position: recipe.title == "b" and position == kitchen.Position(0, 0))
        self.assertEqual([each.title for each in chosen], ["b"])
        heard = []
        self.assertTrue(kitchen.notify(lambda *arguments: heard.append(arguments)))
        self.assertEqual(heard, [("ready", [1, 2, 3])])
        self.assertFalse(kitchen.notify(None))
        self.assertEqual(kitchen.heat(lambda degrees: kitchen.Oven(degrees), kitchen.Oven(1)), 180)

    def test_exceptions_reach_the_caller_if_the_function_may_fail(self):
        def fail():
            raise ValueError("no salt")

        with self.assertRaisesRegex(kitchen.Error, "ValueError: no salt"):
            kitchen.attempt(fail)

        def close(number):
            raise kitchen.KitchenErrorTooHot(number, 5)

        with self.assertRaises(kitchen.KitchenErrorTooHot) as caught:
            kitchen.check(close)
        self.assertEqual(caught.exception.degrees, 7)
        self.assertEqual(kitchen.attempt(lambda: 5), 5)

    def test_exceptions_are_reported_if_it_may_not(self):
        def fail(*_):
            raise ValueError("lost?")

        with Reported() as reported:
            self.assertEqual(kitchen.season(["a"], fail), [""])
            kitchen.stir(1, fail)
            self.assertEqual(kitchen.season(["a"], lambda dish: 7), [""])
        self.assertEqual([type(each) for each in reported], [ValueError, ValueError, TypeError])

    def test_what_is_no_function_is_rejected(self):
        with self.assertRaises(TypeError):
            kitchen.stir(1, "no function")

    def test_a_function_returns_the_arguments_that_it_changes(self):
        def change(number, season):
            return True, number * 2, kitchen.TimeOfYear.SUMMER

        self.assertEqual(kitchen.seasoned(21, change), "42 summer true")
        with Reported() as reported:
            kitchen.seasoned(21, lambda number, season: (True, 1))
        self.assertIsInstance(reported[0], ValueError)

    def test_functions_of_the_library(self):
        triple = kitchen.multiplier_by(3)
        self.assertEqual(triple(5), 15)
        self.assertEqual(kitchen.nested(1)(2)(3), 123)
        hatch = kitchen.Hatch()
        self.assertEqual(hatch.price(4), 12)
        hatch.price = lambda number: number + 1
        self.assertEqual(hatch.price(4), 5)
        self.assertIsNone(hatch.adder_of(0))
        self.assertEqual(hatch.adder_of(2)(3), 5)
        answers = []
        kitchen.relay(lambda function: answers.append(function(lambda number: number * 2)))
        self.assertEqual(answers, [41])

    def test_results_that_are_passed_to_functions(self):
        def scale(name, done):
            if name == "salt":
                done(None, kitchen.KitchenErrorClosed())
            else:
                done(1.5)

        self.assertEqual(kitchen.weigh(["flour", "salt"], scale), "flour 1.5, salt failed: closed")
        self.assertEqual(kitchen.record(kitchen.Recipe("x", [])), "recipe x")
        self.assertEqual(kitchen.record(None, ValueError("x")), "failed")
        seen = []
        kitchen.compare(lambda *arguments: seen.append([type(each).__name__ for each in arguments]))
        self.assertEqual(seen[0][:2], ["int", "NoneType"])
        self.assertEqual(seen[1][:2], ["NoneType", "KitchenErrorClosed"])

    def test_a_function_is_released_with_its_owner(self):
        class Listener:
            def hear(self, count):
                self.count = count

        listener = Listener()
        bell = kitchen.Bell()
        bell.on_ring(listener.hear)
        self.assertEqual(bell.ring(), 1)
        self.assertEqual(listener.count, 1)
        reference = weakref.ref(listener)
        del listener
        gc.collect()
        self.assertIsNotNone(reference())
        bell.forget()
        self.assertTrue(wait(lambda: reference() is None))

    def test_functions_on_a_queue(self):
        queue = kitchen.Queue()
        bell = kitchen.Bell()
        heard = []
        bell.on_ring(lambda count: heard.append((count, threading.current_thread())), queue=queue)
        bell.ring()
        self.assertEqual(heard, [])
        self.assertGreaterEqual(queue.fileno(), 0)
        self.assertEqual(queue.run_pending(), 1)
        self.assertEqual(heard, [(1, threading.current_thread())])


def wait(condition):
    """Waits until a condition holds; false after ten seconds."""
    event = threading.Event()
    for _ in range(1000):
        if condition():
            return True
        event.wait(0.01)
    return False


class Line(kitchen.Drain):
    def __init__(self):
        self.texts = []

    def write(self, text):
        self.texts.append(text)
        return len(self.texts) < 3


class Cook(kitchen.Chef):
    def __init__(self, name="Ada", stars=2):
        self._name, self._stars = name, stars

    @property
    def name(self):
        return self._name

    @property
    def stars(self):
        return self._stars

    def greet(self, guest):
        return f"Hello, {guest}"

    def taste(self, dish):
        if dish.name == "bad":
            raise kitchen.KitchenErrorMissing("taste")
        return 9

    async def cook(self, recipe):
        await asyncio.sleep(0)
        if not recipe.title:
            raise kitchen.KitchenErrorMissing("title")
        return kitchen.Dish(recipe.title)

    def rest(self):
        self.has_rested = True


class Protocols(AsyncFixtureCase):
    def test_a_subclass_implements_a_protocol(self):
        line = Line()
        self.assertEqual(kitchen.pour(["a", "b", "c", "d"], line), 2)
        self.assertEqual(line.texts, ["a", "b", "c"])
        self.assertEqual(kitchen.hire(Cook()), "Ada")
        self.assertEqual(kitchen.best_of([Cook(stars=1), Cook("Bob", 3)]).name, "Bob")
        self.assertEqual(Cook().introduction(), "Ada cooks, with 2 stars")

    def test_defaults_and_what_is_missing(self):
        class Plain(kitchen.Chef):
            name = "plain"

            def greet(self, guest):
                return guest

            def rest(self):
                pass

        self.assertEqual(Plain().motto(), "plain cooks")
        with self.assertRaises(kitchen.Error):
            Plain().taste(kitchen.Dish("x"))

        class Empty(kitchen.Chef):
            pass

        with self.assertRaises(TypeError):
            kitchen.hire(Empty())
        with self.assertRaises(TypeError):
            kitchen.Chef()
        with self.assertRaises(TypeError):
            kitchen.hire(Line())

    def test_an_object_of_the_library_as_its_protocol(self):
        chef = kitchen.HouseChef("House")
        self.assertIsInstance(chef, kitchen.Chef)
        self.assertEqual(kitchen.hire(chef), "House")
        self.assertEqual(chef.introduction(), "House cooks, with 0 stars")

    def test_properties_that_the_library_sets(self):
        class Digital(kitchen.Thermometer):
            degrees = 20.0

            def read(self):
                return self.degrees + 0.5

        made = kitchen.make_thermometer()
        self.assertEqual(made.degrees, 20)
        made.degrees = 30
        self.assertEqual(kitchen.warm(made, 2), 32)

    async def test_asynchronous_members(self):
        cook = Cook()
        lines = await kitchen.audition(cook, kitchen.Recipe("soup", []))
        self.assertEqual(lines[:3], ["Hello, guest", "soup", "9"])
        self.assertTrue(cook.has_rested)
        with self.assertRaises(kitchen.KitchenErrorMissing):
            await kitchen.audition(Cook(), kitchen.Recipe("", []))
        with self.assertRaises(kitchen.KitchenErrorMissing):
            await kitchen.audition(Cook(), kitchen.Recipe("bad", []))

    async def test_asynchronous_functions(self):
        async def work(name):
            await asyncio.sleep(0)
            return name + "?"

        self.assertEqual(await kitchen.prepare("soup", work), "soup?!")
        self.assertEqual(await kitchen.prepare("soup", lambda name: name), "soup!")

        async def fail(name):
            raise ValueError(name)

        with self.assertRaisesRegex(kitchen.Error, "ValueError: soup"):
            await kitchen.prepare("soup", fail)

    def test_an_implementation_lives_as_long_as_the_library_needs_it(self):
        cook = Cook()
        reference = weakref.ref(cook)
        operation = kitchen.audition(cook, kitchen.Recipe("soup", []))
        del cook
        self.assertEqual(operation.wait(10)[1], "soup")
        del operation
        self.assertTrue(wait(lambda: gc.collect() is None or reference() is None))

    def test_functions_that_end_with_the_call(self):
        kept = []

        def waiter(course, eat):
            kept.append((eat, eat(course), eat(1)))

        self.assertEqual(kitchen.serve(2, waiter), 4 + 3)
        self.assertEqual([each[1:] for each in kept], [(5, 4), (4, 3)])
        with self.assertRaises(kitchen.InvalidHandleError):
            kept[0][0](1)
        self.assertEqual(kitchen.carefully(lambda eat, ask: eat(ask() - 2)), "3 eaten, 2 left")
        with self.assertRaises(kitchen.KitchenErrorClosed):
            kitchen.carefully(lambda eat, ask: eat(6))

        class Hungry(kitchen.Guest):
            def choose_with(self, order):
                return order("soup") + order("stones")

        self.assertEqual(kitchen.seat(Hungry(), ["soup"]), "1: soup")


if __name__ == "__main__":
    unittest.main()

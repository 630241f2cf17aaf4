"""Objects, their members, and failures."""

import gc
import threading
import unittest
import weakref

import kitchen
from case import FixtureCase


class Objects(FixtureCase):
    def test_members_and_default_values(self):
        oven = kitchen.Appliance("oven", power=2000)
        self.assertEqual((oven.name, oven.power, oven.uses), ("oven", 2000, 0))
        oven.power = 1500
        self.assertEqual(oven.power, 1500)
        self.assertEqual(oven.start(), "oven hums")
        self.assertEqual(kitchen.Appliance("default").power, 1000)
        self.assertEqual(kitchen.Appliance.standard().name, "kettle")
        self.assertTrue(oven.is_stronger_than(kitchen.Appliance("weak", 1)))
        with self.assertRaises(AttributeError):
            oven.uses = 3
        with self.assertRaises(AttributeError):
            oven.unknown = 3

    def test_subclasses(self):
        oven = kitchen.Oven(200)
        self.assertIsInstance(oven, kitchen.Appliance)
        self.assertEqual(oven.start(), "oven heats to 200")
        self.assertEqual(kitchen.Appliance.start(oven), "oven heats to 200")
        again = kitchen.echo_appliances([oven, kitchen.Mixer(10)])
        self.assertEqual(again[0], oven)
        self.assertEqual(hash(again[0]), hash(kitchen.echo_optional_object(oven)))
        self.assertEqual(again[0].as_oven().temperature, 200)
        self.assertIsNone(again[1].as_oven())
        self.assertIsNone(kitchen.Oven.create_with_watts(0))
        with self.assertRaises(TypeError):
            kitchen.Oven.temperature.fget(kitchen.Appliance("no oven"))

    def test_values_behind_handles(self):
        book = kitchen.Cookbook()
        book.add(kitchen.Recipe("Bread", []))
        other = book.copy()
        other.remove_all()
        self.assertEqual((book.count, other.count), (1, 0))
        book.title = "Other"
        self.assertEqual(book.title, "Other")
        self.assertEqual(book.at(0).title, "Other")
        self.assertIsNone(book.at(7))
        self.assertEqual(book.titles(0).items, ["Other"])
        self.assertEqual(kitchen.Doubler()(21), 42)

    def test_values_that_cannot_be_copied(self):
        one, other = kitchen.Pot(5), kitchen.Pot(2)
        with self.assertRaises(ValueError):
            kitchen.Pot(-1)
        self.assertTrue(one.is_fuller_than(other))
        one.pour(3)
        one.exchange_with(other)
        self.assertEqual((one.litres, other.litres, kitchen.content_of(one)), (2, 8, 2))
        with self.assertRaises(kitchen.InUseError):
            one.exchange_with(one)
        states = []

        def is_thin(turn):
            try:
                other.pour()
            except kitchen.InUseError as error:
                states.append(error)
            return turn < 1

        self.assertEqual((other.stir(is_thin), len(states)), (1, 2))
        both = one.combined_with(other)
        with self.assertRaises(kitchen.InvalidHandleError):
            other.litres
        pile = kitchen.PotPile()
        pile.push(both)
        with self.assertRaises(kitchen.InvalidHandleError):
            pile.push(both)
        self.assertEqual(pile.pop().serve(), 10)
        self.assertIsNone(pile.pop())
        delivery = kitchen.delivery_of(kitchen.Pot(4))
        self.assertEqual((delivery.persons, delivery.unpacked().litres), (8, 4))
        gc.collect()
        self.assertEqual(kitchen.Pot.count, 0)

    def test_collections(self):
        rack = kitchen.Rack(["a", "b"])
        rack.add("c")
        self.assertEqual(len(rack), 3)
        self.assertEqual(list(rack), ["a", "b", "c"])
        self.assertEqual(rack[2], "c")
        with self.assertRaises(kitchen.Error):
            rack[3]
        self.assertEqual(len(kitchen.Steps(3)), len(list(kitchen.Steps(3))))

    def test_globals(self):
        self.assertEqual(kitchen.get_capacity(), 12)
        self.assertEqual(kitchen.get_motto(), "Mise en place")
        kitchen.set_is_lit(False)
        self.assertFalse(kitchen.is_lit())
        kitchen.set_is_lit(True)
        self.assertEqual(kitchen.string_get_called_out("soup"), "SOUP!")
        self.assertEqual(kitchen.string_repeated("ab"), "abab")

    def test_a_class_without_a_constructor(self):
        with self.assertRaises(TypeError):
            kitchen.Order.__base__("x")
        with self.assertRaises(TypeError):
            kitchen.Restaurant()


class Lifetimes(FixtureCase):
    def test_with_releases_at_the_end_of_its_block(self):
        with kitchen.Appliance("x") as appliance:
            self.assertEqual(kitchen.live_handles(), 1)
        self.assertEqual(kitchen.live_handles(), 0)
        with self.assertRaises(kitchen.InvalidHandleError):
            appliance.name
        self.assertIn("released", repr(appliance))

    def test_100000_objects_that_are_dropped(self):
        for _ in range(100_000):
            kitchen.Appliance("dropped")
        self.assertEqual(kitchen.live_handles(), 0)

    def test_objects_in_lists_and_results(self):
        for _ in range(1000):
            kitchen.echo_appliances([kitchen.Appliance("a"), kitchen.Oven(1)])
        self.assertEqual(kitchen.live_handles(), 0)

    def test_weak_references(self):
        appliance = kitchen.Appliance("x")
        reference = weakref.ref(appliance)
        self.assertIs(reference(), appliance)
        del appliance
        self.assertIsNone(reference())

    def test_release_during_calls(self):
        stop = threading.Event()
        failures = []

        def use(box):
            while not stop.is_set():
                try:
                    box[0].start()
                except kitchen.InvalidHandleError:
                    pass
                except BaseException as failure:  # reported below
                    failures.append(failure)

        box = [kitchen.Appliance("shared")]
        threads = [threading.Thread(target=use, args=(box,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for _ in range(300):
            old, box[0] = box[0], kitchen.Appliance("shared")
            old._release()
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        box.clear()
        del old


class Failures(FixtureCase):
    def test_the_type_and_the_fields_of_an_error(self):
        with self.assertRaises(kitchen.KitchenErrorTooHot) as caught:
            kitchen.Mixer(6000)
        failure = caught.exception
        self.assertIsInstance(failure, kitchen.KitchenError)
        self.assertIsInstance(failure, kitchen.Error)
        self.assertEqual((failure.degrees, failure.limit), (5001, 5000))
        self.assertIn("5001", str(failure))

    def test_errors_as_values(self):
        for failure in (kitchen.KitchenErrorMissing("salt"), kitchen.KitchenErrorClosed()):
            self.assertEqual(kitchen.echo_error(failure), failure)
        with self.assertRaises(kitchen.StockErrorTooLittle):
            kitchen.fail_with_stock()

    def test_errors_of_the_binding(self):
        appliance = kitchen.Appliance("x")
        appliance._release()
        with self.assertRaises(kitchen.InvalidHandleError) as caught:
            appliance.start()
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(TypeError):
            kitchen.Appliance.start(5)
        with self.assertRaises(TypeError):
            kitchen.Oven(1).is_stronger_than(kitchen.Photo(b""))

    def test_a_failure_leaves_nothing_behind(self):
        for _ in range(1000):
            with self.assertRaises(kitchen.KitchenError):
                kitchen.Mixer(6000)
        gc.collect()
        self.assertEqual(kitchen.live_handles(), 0)


if __name__ == "__main__":
    unittest.main()

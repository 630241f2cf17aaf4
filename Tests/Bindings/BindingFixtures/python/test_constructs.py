"""Constructs of Swift that no other file has: each is called once, with its result."""

import datetime
import threading
import unittest

import kitchen
from case import FixtureCase


class Sequences(FixtureCase):
    def test_sequences(self):
        self.assertEqual(kitchen.largest([3, 9, 4]), 9)
        self.assertEqual(kitchen.largest_of(["b", "c", "a"]), "c")
        self.assertIsNone(kitchen.largest_of([]))
        self.assertEqual(kitchen.echo_holes(["a", None]), ["a", None])
        self.assertEqual(kitchen.count_of(b"abc"), 3)
        self.assertEqual(kitchen.sum_of(b"\x01\x02"), 3)

    def test_texts_that_are_numbers(self):
        self.assertEqual((kitchen.parsed("12"), kitchen.parsed("x")), (12, None))
        self.assertEqual((kitchen.parsed_double("1.5"), kitchen.parsed_double("x")), (1.5, None))


class Records(FixtureCase):
    def test_echoes(self):
        recipe = kitchen.Recipe("soup", [])
        position = kitchen.Position.origin
        self.assertEqual(kitchen.echo_recipes([recipe, recipe]), [recipe, recipe])
        self.assertEqual(kitchen.echo_positions([position]), [position])
        self.assertEqual(kitchen.echo_position(position), position)
        for speed in kitchen.MixerSpeed:
            self.assertIs(kitchen.echo_speed(speed), speed)
        for unit in kitchen.Unit:
            self.assertIs(kitchen.echo_unit(unit), unit)

    def test_labels_as_json(self):
        label = kitchen.JarLabel("jam", 2)
        store = kitchen.LabelStore([label])
        again = kitchen.LabelStore.from_json(store.to_json())
        self.assertEqual(again.labels, [label])
        with self.assertRaises(kitchen.Error):
            kitchen.LabelStore.from_json("{")
        dated = kitchen.JarLabel("jam", 2, datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc))
        self.assertEqual(kitchen.JarLabel.from_json(dated.to_json()), dated)

    def test_generic_types(self):
        stack = kitchen.StackOfInt()
        stack.push(1)
        stack.push(2)
        self.assertEqual([stack.pop(), stack.pop(), stack.pop()], [2, 1, None])
        page = kitchen.PageOfString(["a", "b", "c"], 1)
        self.assertEqual(page.dropping(2).items, ["c"])


class Values(FixtureCase):
    def test_values_of_any_type(self):
        self.assertEqual(kitchen.explain({"a": 1, "b": "x"}), ["a: Int 1", "b: String x"])
        for value in (4, 0.5, "x", True, b"\x01", [1, ["x"]], {"a": 1}):
            self.assertEqual(kitchen.echo_fact(value), value)
        self.assertIsNone(kitchen.echo_optional_fact(None))
        self.assertEqual(kitchen.echo_key("k"), "k")
        self.assertEqual(kitchen.echo_shared([1, "x"]), [1, "x"])
        with self.assertRaises(TypeError):
            kitchen.echo_fact(object())


class Functions(FixtureCase):
    def test_functions_of_the_library(self):
        self.assertEqual(kitchen.multiplier_by(3)(5), 15)
        for adjustment in kitchen.adjustments().values():
            self.assertIsInstance(adjustment(2), int)
        name, function = kitchen.named_adjustment()
        self.assertIsInstance(name, str)
        self.assertIsInstance(function(2), int)

    def test_functions_inside_other_values(self):
        self.assertEqual(kitchen.carried_out(kitchen.multiplying_by(4), 5), 20)
        self.assertEqual(len(kitchen.ask(lambda number: str(number))), len(set(kitchen.ask(str))))

    def test_a_function_that_is_called_several_times(self):
        calls = []
        kitchen.twice(lambda: calls.append(1))
        self.assertEqual(len(calls), 2)

    def test_a_function_that_is_called_later(self):
        heard = []
        done = threading.Event()

        def ring(text):
            heard.append(text)
            done.set()

        kitchen.ring_later(ring)
        self.assertTrue(done.wait(30))
        self.assertEqual(len(heard), 1)
        del ring

    def test_an_alarm_keeps_its_handler(self):
        rings = []
        alarm = kitchen.Alarm(5, lambda: rings.append("first"))
        alarm.fire()
        copy = alarm.copy()
        alarm.set_handler(lambda: rings.append("second"))
        alarm.fire()
        copy.handler()
        self.assertEqual((rings, alarm.minutes), (["first", "second", "first"], 5))


class Changes(FixtureCase):
    def test_changed_arguments(self):
        self.assertEqual(kitchen.increment(4), 5)
        self.assertIsInstance(kitchen.lengthen("a", ["b", "c"]), str)

    def test_errors(self):
        with self.assertRaises(kitchen.StockErrorTooLittle) as missing:
            kitchen.fail_with_stock()
        self.assertEqual((missing.exception.of, missing.exception.missing), ("flour", 1.5))
        with self.assertRaises(kitchen.KitchenErrorTooHot) as caught:
            kitchen.fail_with(kitchen.KitchenErrorTooHot(200, 150))
        self.assertEqual(caught.exception.degrees, 200)


class Names(FixtureCase):
    def test_overloads_have_a_name_each(self):
        names = {kitchen.cut_into(2), kitchen.cut_at(2), kitchen.cut(2), kitchen.cut_string("x")}
        self.assertEqual(len(names), 4)

    def test_static_members_of_protocols(self):
        utensil = kitchen.get_utensil()
        self.assertIsInstance(utensil.kind, str)
        self.assertIsInstance(utensil.label(2), str)
        self.assertEqual(kitchen.Spoon.kind, kitchen.Spoon(3).as_utensil().kind)


if __name__ == "__main__":
    unittest.main()

"""Values of the fixture's module: there and back, and rejected ones."""

import array
import datetime
import pathlib
import unittest
import uuid

import kitchen
from case import FixtureCase


class Numbers(FixtureCase):
    def test_each_integer_keeps_its_full_width(self):
        for name, least, greatest in (
            ("int8", -(2**7), 2**7 - 1),
            ("int16", -(2**15), 2**15 - 1),
            ("int32", -(2**31), 2**31 - 1),
            ("int64", -(2**63), 2**63 - 1),
            ("int", -(2**63), 2**63 - 1),
            ("uint8", 0, 2**8 - 1),
            ("uint16", 0, 2**16 - 1),
            ("uint32", 0, 2**32 - 1),
            ("uint64", 0, 2**64 - 1),
            ("uint", 0, 2**64 - 1),
        ):
            echo = getattr(kitchen, f"echo_{name}")
            self.assertEqual([echo(least), echo(greatest)], [least, greatest])
            for outside in (least - 1, greatest + 1):
                with self.assertRaises((OverflowError, TypeError, ValueError)):
                    echo(outside)
            with self.assertRaises(TypeError):
                echo(1.5)

    def test_other_numbers(self):
        self.assertIs(kitchen.echo(True), True)
        self.assertEqual(kitchen.echo_float(0.25), 0.25)
        self.assertEqual([kitchen.echo_double(each) for each in (0.1, -1e300)], [0.1, -1e300])
        with self.assertRaises(TypeError):
            kitchen.echo_double("1")


class Texts(FixtureCase):
    def test_text_keeps_every_character(self):
        for text in ("", "a\0b", "Größe 唐辛子 🍲"):
            self.assertEqual(kitchen.echo_string(text), text)
        self.assertEqual(kitchen.echo_character("é"), "é")
        self.assertEqual(kitchen.echo_url("https://example.com/a?b"), "https://example.com/a?b")

    def test_a_path_is_a_text(self):
        self.assertEqual(kitchen.echo_string(pathlib.Path("a/b.txt")), "a/b.txt")

    def test_what_is_no_text_is_rejected(self):
        with self.assertRaises(TypeError):
            kitchen.echo_string(7)
        with self.assertRaises(UnicodeEncodeError):
            kitchen.echo_string("\ud800")
        with self.assertRaises(kitchen.InvalidArgumentError):
            kitchen.echo_character("two")

    def test_time_and_identifiers(self):
        for seconds in (0, 1.5, -2):
            self.assertEqual(kitchen.echo_duration(seconds), datetime.timedelta(seconds=seconds))
        span = datetime.timedelta(days=3, microseconds=7)
        self.assertEqual(kitchen.echo_duration(span), span)
        with self.assertRaises(OverflowError):
            kitchen.echo_duration(1e30)
        moment = datetime.datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=datetime.timezone.utc)
        self.assertEqual(kitchen.echo_date(moment), moment)
        identifier = uuid.UUID(int=2**127 + 5)
        self.assertEqual(kitchen.echo_identifier(identifier), identifier)


class Bytes(FixtureCase):
    def test_any_buffer_is_accepted(self):
        for data in (b"", b"\0\xffx", bytearray(b"abc"), memoryview(b"view"), array.array("B", [1, 2])):
            self.assertEqual(kitchen.echo_bytes(data), bytes(data))
            self.assertEqual(kitchen.echo_data(data), bytes(data))
        self.assertEqual(kitchen.sum_of_scale(array.array("f", [1, 2]), 2), 6)
        with self.assertRaises(TypeError):
            kitchen.echo_bytes("text")

    def test_borrowed_bytes_outlive_their_object(self):
        photo = kitchen.Photo(b"0123456789" * 1000)
        view = photo.bytes
        self.assertTrue(view.readonly)
        with photo:
            part = view[10:20]
        del photo
        self.assertEqual(bytes(part), b"0123456789")
        self.assertEqual(kitchen.live_handles(), 1)
        del view, part

    def test_memory_of_the_program(self):
        memory = bytearray(4)
        self.assertEqual(kitchen.fill(memory, 250), 4)
        self.assertEqual(memory, bytes([250, 251, 252, 253]))
        kitchen.clear(memory)
        self.assertEqual(memory, bytes(4))
        numbers = array.array("q", [1, -2])
        kitchen.double(numbers)
        self.assertEqual(numbers.tolist(), [2, -4])
        self.assertEqual(kitchen.checksum(b"\1\2"), 3)
        with self.assertRaises(kitchen.KitchenErrorMissing):
            kitchen.checksum(b"")
        with self.assertRaises(ValueError):
            kitchen.double(bytearray(7))
        with self.assertRaises(BufferError):
            kitchen.clear(b"constant")


class Containers(FixtureCase):
    def test_optionals(self):
        self.assertIsNone(kitchen.echo_optional(None))
        self.assertEqual(kitchen.echo_optional(7), 7)
        self.assertIsNone(kitchen.echo_optional_text(None))
        self.assertEqual(kitchen.echo_optional_text(""), "")
        self.assertIsNone(kitchen.echo_optional_recipe(None))
        self.assertIsNone(kitchen.echo_optional_object(None))
        self.assertIsNone(kitchen.echo_twice_optional(None))
        self.assertTrue(kitchen.tried(1))
        self.assertFalse(kitchen.settled(False))

    def test_lists_sets_and_maps(self):
        self.assertEqual(kitchen.echo_numbers(range(3)), [0, 1, 2])
        self.assertEqual(kitchen.echo_texts(iter(["a", ""])), ["a", ""])
        self.assertEqual(kitchen.echo_matrix([[1], [], [2, 3]]), [[1], [], [2, 3]])
        self.assertEqual(kitchen.echo_set({"a", "b"}), {"a", "b"})
        self.assertEqual(kitchen.echo_dictionary({"one": 1, "two": 2}), {"one": 1, "two": 2})
        self.assertEqual(kitchen.echo_nested({"a": [1, 2], "b": []}), {"a": [1, 2], "b": []})
        with self.assertRaises(TypeError):
            kitchen.echo_numbers([1, "two"])
        with self.assertRaises(TypeError):
            kitchen.echo_numbers(5)

    def test_tuples_and_ranges(self):
        self.assertEqual(kitchen.echo_tuple((3, "three")), (3, "three"))
        pair = kitchen.echo_labelled((0.5, None))
        self.assertEqual((pair.x, pair.name), (0.5, None))
        self.assertEqual(kitchen.echo_range(kitchen.Range(1, 5)), kitchen.Range(1, 5))
        self.assertIn(4, kitchen.echo_range(kitchen.Range(1, 5)))
        closed = kitchen.echo_closed_range(kitchen.ClosedRange(-0.5, 0.5))
        self.assertEqual((closed.lower, closed.upper), (-0.5, 0.5))
        with self.assertRaises(kitchen.InvalidArgumentError):
            kitchen.echo_range(kitchen.Range(5, 1))
        with self.assertRaises(ValueError):
            kitchen.echo_tuple((1,))


class Records(FixtureCase):
    def recipe(self, **fields):
        flour = kitchen.Ingredient("flour", kitchen.Quantity(500, kitchen.Unit.GRAM), ["gluten"])
        return kitchen.Recipe("Bread", [flour], **fields)

    def test_equality_text_and_copies(self):
        import dataclasses

        self.assertEqual(kitchen.echo_recipe(self.recipe()), self.recipe())
        self.assertNotEqual(self.recipe(servings=3), self.recipe())
        self.assertIn("title='Bread'", repr(self.recipe()))
        other = dataclasses.replace(self.recipe(), title="Cake")
        self.assertEqual((other.title, other.ingredients), ("Cake", self.recipe().ingredients))
        self.assertEqual([each.name for each in dataclasses.fields(kitchen.Position)], ["x", "y"])
        self.assertEqual(dataclasses.asdict(kitchen.Position(1, 2)), {"x": 1, "y": 2})
        self.assertEqual(len({kitchen.Position(1, 2), kitchen.Position(1, 2)}), 1)

    def test_members(self):
        self.assertEqual(self.recipe(servings=2).scaled_to(4).servings, 4)
        self.assertLess(self.recipe(), kitchen.Recipe("Cake", []))
        self.assertEqual(str(self.recipe()), self.recipe().__str__())
        self.assertEqual(kitchen.Position(1, 2) + kitchen.Position(3, 4), kitchen.Position(4, 6))
        self.assertEqual(kitchen.Position.origin, kitchen.Position(0, 0))
        guests = kitchen.Guests(["Ada"])
        self.assertEqual(guests.invite("Bob"), 2)
        self.assertEqual(guests.names, ["Ada", "Bob"])
        self.assertEqual(kitchen.Words(1, "u", True).namespace(2, 3), 6)

    def test_a_wrong_field_is_rejected(self):
        broken = self.recipe()
        broken.title = 7
        with self.assertRaises(TypeError):
            kitchen.echo_recipe(broken)
        with self.assertRaises(TypeError):
            kitchen.echo_recipe("Bread")

    def test_changed_arguments_are_returned(self):
        self.assertEqual(kitchen.extend("hot", "soup"), "hot soup")
        self.assertEqual(kitchen.remove_last_of([1, 2]), (2, [1]))
        done, recipe = kitchen.rename(self.recipe(), "Cake")
        self.assertEqual((done, recipe.title), (True, "Cake"))
        self.assertIsNone(kitchen.erase("text"))


class Enumerations(FixtureCase):
    def test_members_and_raw_values(self):
        for each in kitchen.Doneness:
            self.assertIs(kitchen.echo_doneness(each), each)
        self.assertEqual(kitchen.MixerSpeed.FAST.raw_value, 9)
        self.assertIs(kitchen.MixerSpeed.make(5), kitchen.MixerSpeed.MEDIUM)
        self.assertIsNone(kitchen.MixerSpeed.make(6))
        with self.assertRaises(TypeError):
            kitchen.echo_doneness(1)
        with self.assertRaises(TypeError):
            kitchen.echo_doneness(kitchen.Unit.GRAM)

    def test_cases_with_values(self):
        dish = kitchen.Dish("Soup")
        for course in (
            kitchen.CourseNone(),
            kitchen.CourseSoup(60),
            kitchen.CourseMain(dish, ["bread"]),
            kitchen.CourseDessert("ice", True),
        ):
            self.assertEqual(kitchen.echo_course(course), course)
            self.assertIsInstance(course, kitchen.Course)
        self.assertEqual(kitchen.describe(kitchen.CourseDessert("ice", True)), "ice with cream")
        self.assertNotEqual(kitchen.CourseSoup(60), kitchen.CourseSoup(61))
        self.assertIn("60", repr(kitchen.CourseSoup(60)))
        with self.assertRaises(TypeError):
            kitchen.describe(kitchen.Course())

    def test_a_recursive_enumeration(self):
        salt = kitchen.Ingredient("salt", kitchen.Quantity.none)
        single = kitchen.Assembly.make_single(salt)
        both = kitchen.Assembly.make_layered([single, single])
        wrapped = kitchen.Assembly.make_wrapped(both, "Ada")
        self.assertEqual((single.kind, wrapped.kind), (kitchen.Assembly.Kind.SINGLE, kitchen.Assembly.Kind.WRAPPED))
        self.assertEqual(wrapped.count, 3)
        self.assertEqual(wrapped.wrapped.by, "Ada")
        self.assertIsNone(wrapped.single)
        self.assertEqual(single.single, salt)
        self.assertEqual(kitchen.echo_assembly(single), single)


class AnyValues(FixtureCase):
    def test_values_of_python_stand_for_them(self):
        facts = kitchen.facts()
        for name, value in {
            "true": True,
            "tiny": -5,
            "half": 0.5,
            "name": "oven",
            "bytes": b"\1\2",
            "list": [1, "two", [3.0]],
            "map": {"a": 1},
            "null": None,
            "some": 4,
        }.items():
            self.assertEqual(facts[name], value)
            self.assertIs(type(facts[name]), type(value))
        self.assertIsInstance(facts["oven"], kitchen.AnyValue)
        self.assertEqual(kitchen.echo_fact({"a": [1, None, {"b": b"x"}]}), {"a": [1, None, {"b": b"x"}]})
        self.assertEqual(kitchen.explain_any([1, "two"]), "[Int 1, String two]")
        self.assertEqual(kitchen.transform(3, lambda fact: fact + 1), "Int 4")
        with self.assertRaises(TypeError):
            kitchen.echo_fact(object())
        self.assertEqual(kitchen.Label("x", {"a": 1}).count, 1)

    def test_structures_of_foundation(self):
        table = kitchen.CGRect(kitchen.CGPoint(1, 1), kitchen.CGSize(3, 4))
        self.assertEqual(kitchen.move(table).origin, kitchen.CGPoint(2, 3))
        self.assertEqual(kitchen.area_of(kitchen.CGSize(3, 4)), 12)
        self.assertEqual(kitchen.area_of(None), -1)
        self.assertEqual(kitchen.end_of(kitchen.NSRange(2, 3)), 5)


if __name__ == "__main__":
    unittest.main()

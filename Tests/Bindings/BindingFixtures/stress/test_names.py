"""Names and shapes that emitted code finds hard: each stands for what it is called."""

import asyncio
import unittest

import stress


class Visitor(stress.Visitor):
    @property
    def status(self):
        return 3

    def release_int(self, function):
        return function + 1

    def refuse(self, completion, held):
        return [str(completion), held]


class Context(stress.Context):
    def context(self):
        return 10


class Completion(stress.Completion):
    def complete(self):
        return 4


class Names(unittest.TestCase):
    def test_types_that_are_called_as_those_of_swift(self):
        span = stress.Span(2, 5)
        self.assertEqual(stress.mixed(span, stress.Sequence.FIRST, stress.Optional_.ONE), stress.ResultWon(3))
        self.assertEqual(span.widened_by(1), stress.Span(1, 6))
        self.assertEqual(stress.joined(["a", "b"], stress.String("-")).text, "a-b")
        self.assertEqual(sum(stress.numbers(4)), 6)
        self.assertEqual(asyncio.run(self.doubled(4)), 8)

    async def doubled(self, number):
        return await stress.doubled(number)

    def test_implementations_of_protocols(self):
        self.assertEqual(stress.visit(Visitor()), ["4", "held"])
        self.assertEqual(stress.contexts(Context(), Completion()), 14)

    def test_cases_that_differ_in_capitals(self):
        self.assertEqual([each.value for each in stress.Measure], [0, 1, 2, 3])
        self.assertNotEqual(stress.AmountM(3), stress.AmountM2(3))
        fields = stress.Fields(1, 2, 3, 4)
        self.assertEqual((fields.a_b, fields.a_b_2, fields.class_, fields.class_2), (1, 2, 3, 4))

    def test_labels_and_constants_that_become_equal(self):
        self.assertEqual(stress.pair(), (1, 2))
        self.assertEqual((stress.pair().a_b, stress.pair().a_b_2), (1, 2))
        self.assertEqual(stress.BothBoth(1, 2), stress.BothBoth(a_b=1, a_b_2=2))
        self.assertEqual(len({*stress.A, *stress.AB}), 4)

    def test_parameters_that_are_called_as_emitted_code_calls_its_own(self):
        members = stress.Members()
        self.assertEqual((members.mix(1, 2), members.own(3, 4), members.used(1, 2, 3)), (12, 34, 123))
        self.assertEqual(members.call(lambda number: number * 2, 5, 1), 11)
        self.assertEqual(stress.own(1, 2), 12)

    def test_conformances_that_exist_for_some_arguments(self):
        self.assertLess(stress.boxed(3), stress.boxed(4))
        self.assertEqual(str(stress.boxed(3)), "a box of 3")
        self.assertEqual(stress.boxed_opaque(7).value.number(), 7)
        self.assertEqual(stress.weigh(stress.boxed_stone(2)), 3)
        self.assertEqual(stress.weigh(stress.Stone(2)), 2)
        with self.assertRaisesRegex(TypeError, "Weighing expected, not BoxOfInt"):
            stress.weigh(stress.boxed(3))

    def test_operators_with_a_number_on_either_side(self):
        length = stress.Length(3)
        self.assertEqual(2 * length, stress.Length(6))
        self.assertEqual(length * 2, stress.Length(6))
        self.assertEqual(length + length, stress.Length(6))
        self.assertEqual(5 - length, stress.Length(2))
        with self.assertRaises(TypeError):
            length - 5
        with self.assertRaises(TypeError):
            "2" * length

    def test_many_default_values(self):
        self.assertEqual(stress.sum(), 14)
        self.assertEqual(stress.sum(2, f=11), 25)

    def test_a_function_of_the_main_actor_is_a_property(self):
        bell = stress.Bell()
        asyncio.run(self.ring(bell))

    async def ring(self, bell):
        await bell.ring()

    def test_a_chain_of_classes(self):
        last = stress.Link60()
        self.assertEqual((last.level(), last.own1(), last.own60()), (60, 1, 60))
        self.assertIsInstance(last, stress.Link0)


if __name__ == "__main__":
    unittest.main()

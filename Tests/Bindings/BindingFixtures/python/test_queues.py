"""Sequences that are no collections: iterated over."""

import itertools
import unittest

import kitchen
from case import FixtureCase


class Sequences(FixtureCase):
    def test_a_sequence_is_iterated_over(self):
        queue = kitchen.GuestQueue(["Ada", "Max"])
        self.assertEqual([name for name in queue] + list(queue), ["Ada", "Max", "Ada", "Max"])
        self.assertEqual(list(kitchen.GuestQueue([])), [])
        self.assertEqual(list(kitchen.Minutes(3)), [2, 1, 0])
        self.assertEqual([dish.name for dish in itertools.islice(kitchen.DishBelt(), 2)], ["dish 1", "dish 2"])
        with self.assertRaises(TypeError):
            len(queue)

    def test_a_result_is_an_iterator(self):
        tickets = kitchen.tickets_from(7)
        self.assertIsInstance(tickets, kitchen.IntIterator)
        self.assertEqual((next(tickets), tickets.next()), (7, 8))
        self.assertEqual(next(number for number in tickets if number > 10), 11)
        self.assertEqual(next(tickets), 12)
        self.assertEqual(list(kitchen.letters_of("hé!")), ["h", "é", "!"])
        self.assertIsInstance(kitchen.letters_of(""), kitchen.CharacterIterator)
        cries = kitchen.cries()
        self.assertEqual((list(cries), list(cries), next(cries, None)), (["one", "two"], [], None))
        self.assertEqual(list(itertools.islice(kitchen.DishBelt().weights, 3)), [100.0, 150.0, 200.0])
        self.assertEqual(list(kitchen.made_of(iter([1, 2]), lambda number: number * 10)), [10, 20])

    def test_an_argument_is_any_iterable(self):
        self.assertEqual(kitchen.tallied(number for number in (1, 2, 3)), 6)

    def test_the_iterators(self):
        self.assertIsInstance(kitchen.GuestQueue(["Ada"]).make_iterator(), kitchen.StringIterator)
        self.assertIsInstance(kitchen.DishBelt().make_iterator(), kitchen.DishIterator)
        self.assertIsInstance(kitchen.DishBelt().weights, kitchen.DoubleIterator)
        minutes = kitchen.Minutes(2)
        self.assertEqual((minutes.next(), list(minutes), minutes.copy().next()), (1, [0], 0))


if __name__ == "__main__":
    unittest.main()

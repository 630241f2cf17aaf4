"""Values of Foundation: numbers of seconds."""

import datetime
import unittest

import kitchen
from case import FixtureCase


class TimeIntervals(FixtureCase):
    def test_a_duration_is_a_number_of_seconds(self):
        minute = datetime.timedelta(minutes=1)
        self.assertEqual((kitchen.doubled(1.25), kitchen.doubled(2), kitchen.doubled(minute)), (2.5, 4.0, 120.0))
        self.assertEqual((kitchen.shorter(4), kitchen.shorter(4, minute), kitchen.shorter(None)), (1.5, 4.0, None))
        self.assertEqual(kitchen.doubled(float("inf")), float("inf"))
        with self.assertRaises(TypeError):
            kitchen.doubled("1")

    def test_fields_and_properties(self):
        dish = kitchen.CookingTime(cooling=datetime.timedelta(seconds=30))
        self.assertEqual((dish.baking, dish.cooling), (60, 30.0))
        self.assertEqual(kitchen.whole_time_of(dish, lambda time: datetime.timedelta(seconds=time / 2)), 45.0)
        timer = kitchen.EggTimer()
        timer.left = datetime.timedelta(minutes=2)
        self.assertEqual((timer.left, timer.rounds), (120.0, [0.5, 2.0]))


if __name__ == "__main__":
    unittest.main()

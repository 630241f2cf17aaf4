"""Values of Foundation that consist of several values."""

import dataclasses
import datetime
import unittest

import kitchen
from case import FixtureCase

UTC = datetime.timezone.utc


class Measures(FixtureCase):
    def test_an_interval_of_dates(self):
        start = datetime.datetime(2026, 5, 17, 12, tzinfo=UTC)
        minute = datetime.timedelta(minutes=1)
        longer = kitchen.extended(kitchen.DateInterval(start, start + minute))
        self.assertEqual((longer.start, longer.end), (start, start + 61 * minute))
        with self.assertRaises(kitchen.InvalidArgumentError):
            kitchen.extended(kitchen.DateInterval(start, start - minute))

    def test_the_parts_of_a_date(self):
        date = kitchen.DateComponents(month=5, day=17, time_zone="Europe/Berlin", is_leap_month=False)
        self.assertEqual(kitchen.next_day_of(date), dataclasses.replace(date, day=18))
        parts = dataclasses.asdict(date)
        self.assertEqual({name for name in parts if parts[name] is not None}, {"month", "day", "time_zone", "is_leap_month"})
        whole = kitchen.DateComponents(2026, 5, 17, 12, 30, 59, 1, 2, 3, 4, 5, 6, 7, 1)
        next_day = kitchen.next_day_of(whole)
        self.assertEqual(next_day, dataclasses.replace(whole, day=18))
        self.assertEqual((next_day.year, next_day.hour, next_day.minute, next_day.second), (2026, 12, 30, 59))
        self.assertEqual((next_day.nanosecond, next_day.weekday, next_day.weekday_ordinal), (1, 2, 3))
        self.assertEqual((next_day.week_of_month, next_day.week_of_year, next_day.year_for_week_of_year), (4, 5, 6))
        self.assertEqual((next_day.quarter, next_day.era), (7, 1))
        for wrong in (kitchen.DateComponents(time_zone="nowhere"), kitchen.DateComponents(year=2**63 - 1)):
            with self.assertRaises(kitchen.InvalidArgumentError):
                kitchen.next_day_of(wrong)

    def test_a_set_of_indices(self):
        self.assertEqual(kitchen.common_seats({5, 1, 3}, [3, 5, 8]), {3, 5})
        self.assertEqual((kitchen.common_seats(range(3)), kitchen.common_seats([1], [2])), ({0, 1, 2}, None))
        for wrong in (-1, 2**63 - 1):
            with self.assertRaises(kitchen.InvalidArgumentError):
                kitchen.common_seats([wrong])

    def test_a_number_with_a_unit(self):
        weight = kitchen.MassMeasurement(2, "kg")
        self.assertEqual((weight.value, weight.unit), (2, "kg"))
        self.assertEqual(kitchen.weighed(weight, "g"), kitchen.MassMeasurement(2000.0, "g"))
        self.assertEqual(kitchen.weighed(kitchen.MassMeasurement(1, "metricTons"), "kilograms").value, 1000.0)
        self.assertEqual(kitchen.baking_temperatures()[0], kitchen.TemperatureMeasurement(230.0, "°C"))
        for unit in ("km", "", "kilogram"):
            with self.assertRaises(kitchen.InvalidArgumentError):
                kitchen.weighed(weight, unit)

    def test_units_with_one_symbol(self):
        small, large = kitchen.consumptions()
        self.assertIsInstance(small, kitchen.FuelEfficiencyMeasurement)
        self.assertEqual((small.unit, large.unit), ("mpg", "milesPerImperialGallon"))
        self.assertAlmostEqual(kitchen.litres(small), 235.215, 3)
        self.assertAlmostEqual(kitchen.litres(large), 141.24, 2)


if __name__ == "__main__":
    unittest.main()

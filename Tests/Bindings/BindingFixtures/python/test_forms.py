"""Forms that a program in Python expects: values made with their properties."""

import datetime
import unittest

import kitchen
from case import FixtureCase


class Properties(FixtureCase):
    def test_a_constructor_sets_properties(self):
        self.assertEqual(kitchen.TableSetting().summary, "4 linen 600 ")
        setting = kitchen.TableSetting(plates=2, cloth=None, time=90, courses=["soup", "cake"])
        self.assertEqual(setting.summary, "2 bare 90 soup+cake")
        self.assertEqual((setting.plates, setting.cloth, setting.courses), (2, None, ["soup", "cake"]))
        self.assertEqual(kitchen.TableSetting(time=datetime.timedelta(minutes=1)).time, datetime.timedelta(minutes=1))
        self.assertEqual(kitchen.TableSetting.make_with_guest("Ada").courses, ["Ada's soup"])

    def test_a_computed_property_is_no_argument(self):
        with self.assertRaises(TypeError):
            kitchen.TableSetting(is_formal=True)
        setting = kitchen.TableSetting()
        setting.is_formal = True
        self.assertEqual((setting.plates, setting.is_formal), (12, True))

    def test_arguments_of_the_initialiser_come_first(self):
        self.assertEqual(kitchen.DishOrder("stew").summary, "7: 1 stew -")
        order = kitchen.DishOrder("stew", 3, count=2, note="hot")
        self.assertEqual((order.summary, order.dish, order.count, order.note), ("3: 2 stew hot", "stew", 2, "hot"))

    def test_a_value_of_another_type_leaves_nothing(self):
        with self.assertRaises(TypeError):
            kitchen.TableSetting(plates="many")
        with self.assertRaises(TypeError):
            kitchen.TableSetting(7)


if __name__ == "__main__":
    unittest.main()

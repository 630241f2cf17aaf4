"""Registries by type, static members of one conforming type, functions with typed errors, operators with several operands."""

import unittest

import kitchen
from case import AsyncFixtureCase, FixtureCase


class Gadgets(FixtureCase):
    def test_members_for_one_type_have_the_name_of_the_protocol(self):
        self.assertEqual((kitchen.Gadget.whisk.speed, kitchen.Whisk.whisk.label), (1, "whisk 1"))
        self.assertEqual(kitchen.named(kitchen.Gadget.fast_whisk(3)), "whisk 30")
        self.assertEqual(kitchen.Whisk.fast_whisk(2).faster().speed, 21)
        self.assertEqual([each.label for each in (kitchen.Whisk(2).as_gadget(), kitchen.Ladle().as_gadget())], ["whisk 2", "ladle"])

    def test_types_are_registered(self):
        drawer = kitchen.GadgetDrawer()
        drawer.register(lambda: kitchen.Whisk(4), kitchen.Whisk(0))
        drawer.register_ladle(kitchen.Ladle, kitchen.Ladle())
        self.assertEqual((drawer.make_whisk().speed, drawer.make_ladle().label), (4, "ladle"))
        self.assertEqual((drawer.make(), drawer.make_stack_of_string(), drawer.make_glaze_of_uint16()), (None, None, None))
        self.assertEqual((drawer.make_int(), drawer.make_double()), (None, None))

    def test_errors_of_one_type(self):
        def fail(volts):
            raise kitchen.GadgetFailure(volts)

        for function, code in ((kitchen.powered, 230), (kitchen.plugged, 110)):
            with self.assertRaises(kitchen.GadgetFailure) as caught:
                function(fail)
            self.assertEqual(caught.exception.code, code)
            self.assertEqual(function(lambda volts: volts + 1), code + 1)

    def test_an_operator_has_several_operands(self):
        stroke = kitchen.Stroke(1, 2)
        self.assertEqual((stroke * stroke, stroke * 2.0, stroke * 2, 2 * stroke), (5.0, kitchen.Stroke(2, 4), kitchen.Stroke(2, 4), kitchen.Stroke(2, 4)))
        self.assertEqual(-stroke, kitchen.Stroke(-1, -2))
        stroke *= 3
        self.assertEqual(stroke, kitchen.Stroke(3, 6))
        stroke.multiply_assign(2)
        self.assertEqual((stroke, kitchen.Stroke.negated(stroke)), (kitchen.Stroke(6, 12), kitchen.Stroke(-6, -12)))
        self.assertEqual(kitchen.Stroke.multiply(stroke, stroke), 180.0)
        self.assertEqual(kitchen.Stroke.multiply_stroke(stroke, 2), kitchen.Stroke.multiply_double(2, stroke))
        with self.assertRaises(TypeError):
            stroke * "x"


class Later(AsyncFixtureCase):
    async def test_an_error_of_a_function_that_is_called_later(self):
        def fail(text):
            raise kitchen.GadgetFailure(len(text))

        self.assertEqual((await kitchen.power_failure(fail), await kitchen.power_failure(lambda text: None)), (2, 0))


if __name__ == "__main__":
    unittest.main()

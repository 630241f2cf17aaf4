"""Values that must arrive as they were sent, delegates, and the causes of errors."""

import datetime
import gc
import pathlib
import unittest

import kitchen
from case import FixtureCase

UTC = datetime.timezone.utc


class Delegate(kitchen.BookingDelegate):
    def __init__(self):
        super().__init__()
        self.guests = []

    def seated(self, guest):
        self.guests.append(guest)


class Values(FixtureCase):
    def test_none_is_not_the_default_value(self):
        self.assertEqual(kitchen.seats(), "4 north")
        self.assertEqual(kitchen.seats(None), "0 north")
        self.assertEqual(kitchen.seats(None, None), "0 anywhere")
        self.assertEqual(kitchen.seats(window=None), "4 anywhere")
        self.assertEqual(kitchen.courses(), 2)
        self.assertEqual(kitchen.courses(None), -1)

    def test_dates_beyond_the_range_are_not_clamped(self):
        for year in (1700, 2026, 2261):
            date = datetime.datetime(year, 5, 17, 12, tzinfo=UTC)
            self.assertEqual(kitchen.moved(date), date)
        for date in (datetime.datetime(1, 1, 1, tzinfo=UTC), datetime.datetime(4001, 1, 1, tzinfo=UTC)):
            self.assertEqual(kitchen.moved(date), date)
        with self.assertRaises(OverflowError):
            kitchen.moved(datetime.datetime(2300, 1, 1, tzinfo=UTC))
        with self.assertRaises(OverflowError):
            kitchen.distant_year()

    def test_a_decimal_is_the_whole_text(self):
        for text in ("12.5", "-0.25", "1000000"):
            self.assertEqual(kitchen.priced(text), text)
        for text in ("12abc", "", "1.2.3", "abc", " 1"):
            with self.assertRaises(kitchen.InvalidArgumentError, msg=text):
                kitchen.priced(text)

    def test_an_order_is_a_number(self):
        self.assertEqual([kitchen.compared(1, 2), kitchen.compared(2, 2), kitchen.opposite(-1)], [-1, 0, 1])
        with self.assertRaises(kitchen.InvalidArgumentError):
            kitchen.opposite(2)

    def test_a_path_is_the_url_of_a_file(self):
        self.assertEqual(kitchen.scheme_of(pathlib.Path("/tmp/a b.txt")), "file")
        self.assertEqual(kitchen.scheme_of("https://example.org"), "https")
        self.assertIsNone(kitchen.scheme_of("menu/today"))

    def test_a_lent_value_is_the_value_itself(self):
        def inner(bill):
            bill.add("b")
            bill.nest("y", lambda deeper: deeper.add("c"))

        def outer(bill):
            bill.add("a")
            bill.nest("x", inner)
            bill.add("d")

        self.assertEqual(kitchen.billed(outer), "ax(by(c))d")
        bill = kitchen.Bill()
        outer(bill)
        self.assertEqual(bill.text, "ax(by(c))d")

    def test_a_lent_value_is_changed_by_functions_that_receive_it(self):
        def part(bill):
            kitchen.BillItem("s").write_into(bill)
            with self.assertRaises(kitchen.KitchenError):
                kitchen.BillItem("").write_into(bill)

        def whole(bill):
            self.assertIsNone(kitchen.BillItem("a").write_into(bill))
            bill.nest("x", part)

        self.assertEqual(kitchen.billed(whole), "ax(s!)")


class Portions(FixtureCase):
    def test_a_value_is_made_of_a_number_or_of_its_text(self):
        self.assertEqual(kitchen.Portion(250), kitchen.Portion("250.0 g"))
        with self.assertRaisesRegex(ValueError, "'much' is no valid value"):
            kitchen.Portion("much")
        with self.assertRaisesRegex(ValueError, "-1 is no valid value"):
            kitchen.Portion(-1)

    def test_a_value_shows_the_source_that_makes_it(self):
        portion = kitchen.Portion(250)
        self.assertEqual(repr(portion), "Portion('250.0 g')")
        self.assertEqual(eval(repr(portion), {"Portion": kitchen.Portion}), portion)
        portion._release()
        self.assertEqual(repr(portion), "<Portion released>")

    def test_a_setter_that_accepts_a_text_accepts_a_number(self):
        scale = kitchen.Scale()
        for value in (250, 250.0, "250.0 g", kitchen.Portion(250)):
            scale.set(value)
            self.assertEqual(scale.portion, kitchen.Portion(250))
        scale.set_text("3.0 g")
        self.assertEqual(scale.portion, kitchen.Portion.make_with_string("3.0 g"))
        with self.assertRaises(TypeError):
            scale.set(True)


class Delegates(FixtureCase):
    def test_a_weak_delegate_lives_as_long_as_the_programs_object(self):
        desk = kitchen.BookingDesk()
        delegate = Delegate()
        desk.delegate = delegate
        gc.collect()
        self.assertTrue(desk.seat("Ada"))
        self.assertEqual(delegate.guests, ["Ada"])
        del delegate
        gc.collect()
        self.assertFalse(desk.seat("Max"))

    def test_a_delegate_that_is_read_is_the_programs_own(self):
        desk = kitchen.BookingDesk()
        delegate = Delegate()
        desk.delegate = delegate
        self.assertIs(desk.delegate, delegate)
        self.assertTrue(kitchen.BookingDesk.same(delegate, delegate))
        self.assertFalse(kitchen.BookingDesk.same(delegate, Delegate()))

    def test_an_object_that_the_library_keeps_lives_until_it_is_removed(self):
        desk = kitchen.BookingDesk()
        delegate = Delegate()
        guests = delegate.guests
        desk.add(delegate)
        desk.delegate = delegate
        del delegate
        gc.collect()
        self.assertTrue(desk.seat("Ada"))
        self.assertEqual(guests, ["Ada", "Ada"])
        self.assertTrue(desk.remove(desk.delegate))
        gc.collect()
        self.assertFalse(desk.seat("Max"))
        self.assertEqual(guests, ["Ada", "Ada"])

    def test_an_object_that_the_library_kept_is_still_the_delegate_afterwards(self):
        desk = kitchen.BookingDesk()
        delegate = Delegate()
        desk.delegate = delegate
        desk.add(delegate)
        self.assertTrue(desk.remove(delegate))
        self.assertFalse(desk.remove(delegate))
        self.assertTrue(desk.seat("Ada"))
        self.assertEqual(delegate.guests, ["Ada"])


class Telephone(kitchen.Telephone):
    def __init__(self):
        super().__init__()
        self.ended = 0

    def end(self):
        self.ended += 1

    def connect(self, done):
        assert isinstance(done, kitchen.TelephoneConnectDone)
        done(1, self.end)

    def connect_prefix(self, prefix, done):
        assert isinstance(done, kitchen.TelephoneConnectPrefixDone)
        done(prefix, self.end)

    @property
    def functions(self):
        return 3

    def context(self, base, queue):
        return base + queue


class Telephones(FixtureCase):
    def test_members_that_differ_in_a_label_before_a_function(self):
        telephone = Telephone()
        self.assertEqual(kitchen.dial(telephone), [1, 9, 3, 3])
        self.assertEqual(telephone.ended, 2)

    def test_functions_that_a_function_of_the_program_receives(self):
        telephone = kitchen.switchboard()
        lines = []

        def connected(line, hang_up):
            lines.append((line, type(hang_up)))
            hang_up()

        telephone.connect(connected)
        telephone.connect_prefix(9, connected)
        self.assertEqual(lines, [(1, kitchen.TelephoneConnectFunction), (9, kitchen.TelephoneConnectPrefixFunction)])
        self.assertEqual((telephone.functions, telephone.context(3, 1)), (4, 2))

    def test_a_parameter_that_is_called_queue(self):
        lengths = []
        kitchen.queued(lengths.append, 5)
        self.assertEqual(lengths, [5])


class Errors(FixtureCase):
    def test_the_exception_of_a_function_is_the_cause_of_the_error(self):
        thrown = ValueError("no table")

        def confirm(_):
            raise thrown

        with self.assertRaises(kitchen.Error) as raised:
            kitchen.confirmed(confirm)
        self.assertIs(raised.exception.__cause__, thrown)

    def test_an_interruption_passes_through_the_library(self):
        def interrupted(_):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            kitchen.confirmed(interrupted)
        with self.assertRaises(KeyboardInterrupt):
            kitchen.announced(interrupted)
            for _ in range(1000):
                pass

    def test_an_exit_passes_through_a_function_that_may_fail(self):
        def leave(_):
            raise SystemExit(3)

        with self.assertRaises(SystemExit):
            kitchen.confirmed(leave)


if __name__ == "__main__":
    unittest.main()

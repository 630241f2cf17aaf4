"""Members of the fixture's types that no other file has: each is called once, with its result."""

import asyncio
import select
import threading
import unittest

import kitchen
from case import AsyncFixtureCase, FixtureCase


class Numbers(FixtureCase):
    def test_integers_of_each_width(self):
        for bits in (8, 16, 32, 64):
            signed = getattr(kitchen, f"echo_int{bits}")
            unsigned = getattr(kitchen, f"echo_uint{bits}")
            for value in (0, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1):
                self.assertEqual(signed(value), value)
            for value in (0, 2**bits - 1):
                self.assertEqual(unsigned(value), value)
            for function, value in ((signed, 2 ** (bits - 1)), (unsigned, -1), (unsigned, 2**bits)):
                with self.assertRaises(OverflowError):
                    function(value)

    def test_integers_one_by_one(self):
        functions = [kitchen.echo_int, kitchen.echo_int8, kitchen.echo_int16, kitchen.echo_int32, kitchen.echo_int64]
        functions += [kitchen.echo_uint, kitchen.echo_uint8, kitchen.echo_uint16, kitchen.echo_uint32, kitchen.echo_uint64]
        self.assertEqual([function(7) for function in functions], [7] * 10)
        self.assertEqual((kitchen.echo_int(-(2**63)), kitchen.echo_uint(2**64 - 1)), (-(2**63), 2**64 - 1))

    def test_sums_and_largest_values(self):
        self.assertEqual((kitchen.totalled([1, 2]), kitchen.totalled([], "kg")), ("3 g", "0 kg"))
        self.assertEqual(kitchen.maximum(), 32767)
        measure = kitchen.int16_get_measure(7)
        self.assertEqual((measure, measure.value), (kitchen.Int16Measure(7), 7))
        self.assertEqual(kitchen.get_room_temperature(), 21.5)
        self.assertEqual(kitchen.coated([1, 2]), kitchen.GlazeOfUInt16([3, 4]).label)


class Texts(FixtureCase):
    def test_joined(self):
        self.assertEqual(kitchen.joined("a", ["b", None, "c"], "-"), "a-b-c")
        with self.assertRaises(kitchen.KitchenErrorMissing):
            kitchen.joined("", [], "-")

    def test_texts_of_raw_values(self):
        self.assertEqual(kitchen.label_of("jam"), "<jam>")
        self.assertEqual(kitchen.old_description(), "old")
        self.assertEqual(kitchen.bytes_clipped(b"abc"), b"ab")

    def test_words_of_other_languages(self):
        words = kitchen.Words(register=3, union="u", default=True)
        self.assertEqual((words.register, words.union, words.default), (3, "u", True))
        self.assertEqual(kitchen.new(4), 4)
        self.assertEqual([each.name for each in kitchen.Keyword], ["DEFAULT", "SWITCH", "NAMESPACE", "UNION", "INT"])

    def test_names_beyond_ascii(self):
        self.assertEqual(kitchen.cru00eape(3), "crêpe 3")
        self.assertEqual(len(kitchen.Gewu00fcrz), 3)


class AnyValues(FixtureCase):
    """Where Python has no type for a kind of value, `AnyValue` makes one."""

    def test_each_kind(self):
        make = kitchen.AnyValue
        self.assertIsNone(make.make_none())
        values = [make.make_boolean(True), make.make_integer(4), make.make_number(0.5), make.make_text("x"), make.make_bytes(b"\1")]
        self.assertEqual(values, [True, 4, 0.5, "x", b"\1"])
        self.assertEqual(make.make_list([1, "x"]), [1, "x"])
        self.assertEqual(make.make_dictionary({"a": 1}), {"a": 1})
        self.assertEqual(kitchen.listed(4), [4])

    def test_members_of_the_class(self):
        for name in ("boolean", "integer", "dictionary"):
            self.assertIsInstance(getattr(kitchen.AnyValue, name), property)
        self.assertTrue(kitchen.AnyValue.boolean and kitchen.AnyValue.integer and kitchen.AnyValue.dictionary)


class Records(FixtureCase):
    def test_fields(self):
        ingredient = kitchen.Ingredient("salt", kitchen.Quantity(2.0, kitchen.Unit.GRAM), note="fine")
        self.assertEqual((ingredient.quantity.amount, ingredient.allergens, ingredient.note), (2.0, [], "fine"))
        self.assertTrue(ingredient.is_safe)
        # An extension of another module's structure returns the changed one.
        unsafe = ingredient.warn_of("nuts")
        self.assertEqual((unsafe.is_safe, unsafe.allergens, ingredient.is_safe), (False, ["nuts"], True))
        self.assertEqual(ingredient.quantity.times(3).amount, 6.0)
        self.assertEqual(kitchen.echo_quantity(ingredient.quantity), ingredient.quantity)
        self.assertEqual(kitchen.RecipeStep("stir", 5), kitchen.RecipeStep("stir", 5))

    def test_values_of_foundation(self):
        moved = kitchen.move(kitchen.CGRect(kitchen.CGPoint(1, 2), kitchen.CGSize(3, 4)))
        self.assertEqual((moved.origin.x, moved.origin.y, moved.size.width, moved.size.height), (2, 4, 3, 4))
        range_ = kitchen.NSRange(3, 4)
        self.assertEqual((range_.location, range_.length, kitchen.end_of(range_)), (3, 4, 7))

    def test_positions(self):
        position = kitchen.get_pass()
        self.assertEqual((position.x, position.y), (1.5, -2))
        self.assertEqual(kitchen.Position.negated(position), kitchen.Position(-1.5, 2))

    def test_a_structure_whose_initialiser_has_other_names(self):
        tint = kitchen.Tint(1, 2, "olive")
        self.assertEqual((tint.r, tint.g, tint.tint), (1, 2, "olive"))
        self.assertEqual(kitchen.warmed(tint).r, 2)

    def test_option_sets(self):
        diet = kitchen.Diet.vegan | kitchen.Diet.gluten_free
        self.assertEqual(diet, kitchen.Diet.careful)
        self.assertEqual(kitchen.echo_diet(diet), diet)
        self.assertIn(kitchen.Diet.vegan, diet)

    def test_labels(self):
        self.assertIsNone(kitchen.JarLabel("jam", 2).best_before)
        self.assertEqual({each.value for each in kitchen.Glass}, {0, 1})
        self.assertEqual(len(kitchen.Bottle), 2)
        self.assertEqual(len(kitchen.JarSize), 2)
        labelled = kitchen.echo_labelled((1.0, None))
        self.assertIsInstance(labelled, kitchen.XDoubleAndNameOptionalString)
        self.assertEqual((labelled.x, labelled.name), (1.0, None))

    def test_tuples_with_labels(self):
        self.assertIsInstance(kitchen.named_adjustment(), kitchen.NameStringAndFunctionInt64ToInt64Function)


class Variants(FixtureCase):
    def test_payloads(self):
        main = kitchen.CourseMain(kitchen.Dish("fish"), ["rice"])
        self.assertEqual(main.sides, ["rice"])
        dessert = kitchen.CourseDessert("ice", True)
        self.assertEqual((dessert.item0, dessert.item1), ("ice", True))

    def test_recursive_enums(self):
        salt = kitchen.Ingredient("salt", kitchen.Quantity(1))
        layers = kitchen.Assembly.make_layered([kitchen.Assembly.make_single(salt)])
        self.assertEqual([each.single for each in layers.layered], [salt])
        wrapped = kitchen.Assembly.make_wrapped(layers, "paper").wrapped
        self.assertIsInstance(wrapped, kitchen.InsideAssemblyAndByString)
        self.assertEqual((wrapped.inside, wrapped.by), (layers, "paper"))

    def test_functions_as_payloads(self):
        self.assertEqual(kitchen.carried_out(kitchen.ChoreWait(5), 1), 5)
        chore = kitchen.multiplying_by(3)
        self.assertIsInstance(chore, kitchen.ChoreAdjust)
        self.assertIsInstance(chore, kitchen.Chore)
        self.assertEqual(kitchen.carried_out(kitchen.ChoreAdjust(chore.value), 2), 6)

        class Sink(kitchen.Drain):
            def write(self, text):
                written.append(text)
                return True

        written = []
        self.assertEqual(kitchen.carried_out(kitchen.ChorePour(Sink()), 7), 1)
        self.assertEqual(written, ["7"])

    def test_a_case_without_counterpart(self):
        reaction = kitchen.Reaction.make_none()
        self.assertTrue(reaction.is_none)

    def test_errors_with_payloads(self):
        detail = kitchen.KitchenErrorDetail("oven", [1, 2])
        with self.assertRaises(kitchen.KitchenErrorWrapped) as caught:
            kitchen.fail_with(kitchen.KitchenErrorWrapped(detail))
        self.assertEqual((caught.exception.value.place, caught.exception.value.codes), ("oven", [1, 2]))

    def test_nothing_on_the_shelf(self):
        shelf = kitchen.Shelf("top")
        with self.assertRaises(kitchen.StockErrorEmpty) as caught:
            shelf.take("salt")
        self.assertIsInstance(caught.exception, kitchen.StockError)


class Generics(FixtureCase):
    def test_types_within_generic_types(self):
        cabinet = kitchen.sizes(3)
        self.assertIsInstance(cabinet, kitchen.CabinetOfInt)
        self.assertEqual(cabinet.drawer_at(kitchen.CabinetOfIntSide.RIGHT).items, [1, 2, 3])
        cabinet.put(kitchen.CabinetOfIntDrawer([7]), kitchen.CabinetOfIntSide.LEFT)
        self.assertEqual(cabinet.drawer_at(kitchen.CabinetOfIntSide.LEFT).items, [7])
        tray = cabinet.tray()
        self.assertIsInstance(tray, kitchen.CabinetOfIntTrayOfString)
        tray.add(9, "nine")
        self.assertEqual((tray.drawer().items, tray.labels), ([9], ["nine"]))

        tea = kitchen.TeaCabinet()
        tea.put(kitchen.TeaCabinetDrawer(["green"]), kitchen.TeaCabinetSide.LEFT)
        self.assertEqual(tea.drawer_at(kitchen.TeaCabinetSide.LEFT).items, ["green"])
        self.assertIsInstance(tea.tray(), kitchen.TeaCabinetTrayOfString)
        self.assertEqual(tea.tray().drawer().items, [])

    def test_specialisations(self):
        texts = kitchen.StackOfString()
        texts.push("a")
        self.assertEqual((texts.height, kitchen.StackOfInt().height), (1, 0))
        book = kitchen.Cookbook()
        book.add(kitchen.Recipe("soup", servings=4))
        self.assertEqual(book.page(0).items, [kitchen.Recipe("soup", servings=4)])
        self.assertIsInstance(book.page(0), kitchen.PageOfRecipe)
        lengths = book.title_lengths()
        self.assertIsInstance(lengths, kitchen.LengthPage)
        self.assertEqual(lengths.items, [4])
        self.assertEqual((book.at_servings_of("soup"), book.at_servings_of("pie", 9)), (4, 9))
        book.set_at("soup", new_value=6)
        self.assertEqual(book.at_servings_of("soup"), 6)
        self.assertEqual(kitchen.echo_cookbook(book).title_lengths().items, [4])

    def test_collections(self):
        labels = kitchen.Labels(["salt", "pepper"])
        self.assertEqual((labels.reversed, labels.lengths()), (["pepper", "salt"], [4, 6]))
        self.assertEqual((bytes(labels.initial()), labels.number_of([4, 9])), (b"salt", 1))
        self.assertTrue(issubclass(kitchen.PantryErrorEmpty, kitchen.PantryError))
        with self.assertRaises(kitchen.PantryErrorEmpty):
            kitchen.Labels([]).initial()
        rack = kitchen.Rack(["a", "b"])
        self.assertEqual((rack.start_index, rack.end_index), (0, 2))
        rack.set_at(1, "c")
        self.assertEqual(list(rack), ["a", "c"])
        steps = kitchen.Steps(7)
        position = steps.index_after(steps.start_index)
        self.assertIsInstance(position, kitchen.StepsIndex)
        self.assertEqual(steps.at(position), 3)
        self.assertTrue(position < steps.end_index)


class OnlyOnce(AsyncFixtureCase):
    """Values that cannot be copied."""

    async def test_pots(self):
        pot = kitchen.Pot(6)
        self.assertEqual(await pot.cooked(), 6)
        half = pot.split()
        self.assertEqual((pot.litres, half.litres), (3, 3))
        kitchen.refill(half, 0)
        with self.assertRaises(kitchen.KitchenErrorClosed):
            half.serve_all()
        self.assertEqual(pot.serve_all(), 3)
        stove = kitchen.Stove()
        stove.put(kitchen.Pot(4))
        self.assertEqual((stove.take_pot().litres, stove.take_pot()), (4, None))
        series = kitchen.PotSeries()
        self.assertEqual((series.next().litres, series.next().litres), (1, 2))
        numbers = kitchen.NumberPile()
        numbers.push(7)
        self.assertEqual((numbers.pop(), numbers.pop()), (7, None))

    async def test_deliveries(self):
        self.assertEqual(kitchen.Delivery.make_nothing().persons, 0)
        dish = kitchen.Delivery.make_dish("soup", 3)
        self.assertIsInstance(dish.dish, kitchen.StringAndPersonsInt)
        self.assertEqual((dish.dish, dish.persons, dish.unpacked()), (("soup", 3), 3, None))

    async def test_a_token(self):
        token = kitchen.Token(5)
        self.assertEqual((token.number, token.redeem()), (5, 5))
        with self.assertRaises(kitchen.InvalidHandleError):
            token.redeem()


class Protocols(FixtureCase):
    def test_compositions(self):
        cleaver = kitchen.Cleaver(15)
        self.assertEqual((cleaver.edge, cleaver.is_clean), (15, False))
        self.assertIsNone(kitchen.clean_edge_of(cleaver))
        cleaver.wash()
        self.assertEqual((cleaver.is_clean, kitchen.clean_edge_of(cleaver)), (True, 15))
        both = cleaver.as_sharp_and_washable()
        self.assertIsInstance(both, kitchen.SharpAndWashable)
        self.assertEqual((both.as_sharp().edge, both.as_washable().is_clean), (15, True))
        self.assertIsInstance(cleaver.as_sharp(), kitchen.Sharp)
        self.assertIsInstance(cleaver.as_washable(), kitchen.Washable)
        self.assertEqual(kitchen.keener(kitchen.Cleaver(20), cleaver).edge, 15)
        self.assertEqual(kitchen.keener(kitchen.Cleaver(20), None).edge, 20)

    def test_things_that_a_function_replaces(self):
        self.assertTrue(kitchen.rinse(kitchen.Plate()).is_clean)
        self.assertTrue(kitchen.swap(kitchen.Cleaver(3), False).is_clean)
        plate = kitchen.Plate()
        plate.wash()
        self.assertTrue(plate.is_clean and plate.as_washable().is_clean)

    def test_a_composition_is_not_implemented_by_a_program(self):
        class Wedge(kitchen.SharpAndWashable):
            pass

        with self.assertRaises(TypeError):
            kitchen.keener(kitchen.Cleaver(5), Wedge())

    def test_conformances(self):
        jar = kitchen.Jar("jam")
        self.assertEqual((jar.content, jar.certificate(), kitchen.Jar.authority), ("jam", "jar of jam", "Jar Office"))
        self.assertTrue(jar.is_container)
        certified = jar.as_certified()
        self.assertIsInstance(certified, kitchen.Certified)
        self.assertEqual((certified.certificate(), certified.authority), ("jar of jam", "Jar Office"))
        utensil = kitchen.get_utensil()
        self.assertIsInstance(utensil, kitchen.Utensil)
        self.assertTrue(utensil.is_spoon and kitchen.Spoon.is_spoon)

    def test_chefs(self):
        chef = kitchen.HouseChef("Ada")
        self.assertTrue(chef.decide(kitchen.Doneness.RARE))
        head = chef.as_head_chef()
        self.assertIsInstance(head, kitchen.HeadChef)
        self.assertFalse(head.decide(kitchen.Doneness.WELL_DONE))
        self.assertEqual((head.as_chef().name, chef.as_chef().name), ("Ada", "Ada"))
        self.assertEqual(kitchen.echo_chef(chef).name, "Ada")

    def test_classes(self):
        oven = kitchen.Oven()
        oven.set_door(kitchen.OvenDoor.OPEN)
        self.assertIs(oven.door, kitchen.OvenDoor.OPEN)
        self.assertIsInstance(oven.as_appliance(), kitchen.Appliance)
        mixer = kitchen.Mixer(300)
        self.assertEqual(mixer.as_appliance().as_mixer().power, 300)


class Functions(FixtureCase):
    def test_types_of_functions(self):
        double, three = kitchen.multiplier_by(2), kitchen.Hatch().price
        self.assertIsInstance(double, kitchen.MultiplierByFunction)
        self.assertIsInstance(three, kitchen.HatchGetPriceFunction)
        self.assertEqual((double.call(4), three.call(4)), (8, 12))
        halve = kitchen.adjustments()["half"]
        self.assertIsInstance(halve, kitchen.Int64ToInt64Function)
        self.assertEqual(kitchen.adjusted(9, [halve, None, kitchen.Int64ToInt64Function.create(lambda number: number + 1)]), 5)
        self.assertEqual(kitchen.Doubler().call(3), 6)

    def test_functions_that_return_functions(self):
        first = kitchen.nested(1)
        self.assertIsInstance(first, kitchen.NestedFunction)
        self.assertIsInstance(first(2), kitchen.NestedFunctionCallFunction)
        self.assertEqual(first.call(2).call(3), 123)
        make = kitchen.Int64ToInt64Function.create
        self.assertEqual(kitchen.prepared(lambda factor: make(lambda number: number * factor), 5), 10)

    def test_functions_that_receive_functions(self):
        def receive(function):
            self.assertIsInstance(function, kitchen.RelayFunction)
            results.append(function(lambda number: number * 2))

        results = []
        kitchen.relay(receive)
        self.assertEqual(results, [41])

        def receive_offer(function):
            kinds.append(type(function))
            return 1 if function is None else function(4)

        kinds = []
        self.assertEqual(kitchen.offer(receive_offer), 9)
        self.assertEqual(kinds, [kitchen.OfferFunction, type(None)])

        def receive_delegate(function):
            kinds.append(type(function))
            function(1)

        kitchen.delegate(receive_delegate)
        self.assertIs(kinds[-1], kitchen.DelegateFunction)

    @unittest.skipUnless(hasattr(kitchen, "ServeFunction"), "the fixture has no functions that end with the call")
    def test_types_of_functions_that_end_with_the_call(self):
        kinds = []
        kitchen.serve(1, lambda course, eat: kinds.append(type(eat)))

        def ask(eat, ask):
            kinds.extend((type(eat), type(ask)))
            return eat(1)

        kitchen.carefully(ask)

        class Curious(kitchen.Guest):
            def choose_with(self, order):
                kinds.append(type(order))
                return 0

        kitchen.seat(Curious(), [])
        lent = [kitchen.ServeFunction, kitchen.CarefullyFunction, kitchen.CarefullyFunction2, kitchen.GuestChooseWithOrder]
        self.assertEqual(kinds, lent)

    def test_completions(self):
        def scale(name, done):
            kinds.append(type(done))
            done(1.5) if name == "salt" else done(None, kitchen.KitchenErrorClosed())

        kinds = []
        self.assertEqual(kitchen.weigh(["salt", "rice"], scale), "salt 1.5, rice failed: closed")

        def courier(done):
            kinds.append(type(done))
            done()

        self.assertEqual(kitchen.deliver_to("home", courier), "home: delivered")
        self.assertEqual(kinds, [kitchen.WeighFunction, kitchen.WeighFunction, kitchen.DeliverToFunction])

    def test_functions_in_fields(self):
        plates = []
        hatch = kitchen.Hatch()
        self.assertIsNone(hatch.on_plate)
        hatch.set_on_plate(lambda oven, count: plates.append((oven.temperature, count)))
        hatch.plate(2)
        hatch.set_make_oven(lambda: kitchen.Oven(50), kitchen.Oven())
        hatch.plate(3)
        self.assertEqual(plates, [(90, 2), (50, 3)])
        self.assertIsInstance(hatch.make_oven, kitchen.HatchGetMakeOvenFunction)
        self.assertIsInstance(hatch.on_plate, kitchen.HatchGetOnPlateFunction)
        self.assertEqual(hatch.make_oven().temperature, 50)
        adder = hatch.adder_of(2)
        self.assertIsInstance(adder, kitchen.HatchAdderOfFunction)
        self.assertEqual((adder(3), hatch.adder_of(0)), (5, None))
        alarm = kitchen.Alarm(1, lambda: None)
        self.assertIsInstance(alarm.handler, kitchen.AlarmGetHandlerFunction)

    def test_functions_that_change_their_argument(self):
        def configure(mixing):
            mixing.add("whisk")
            mixing.speed = 3
            return mixing

        mixing = kitchen.mixed(configure)
        self.assertIsInstance(mixing, kitchen.Mixing)
        self.assertEqual(mixing.summary, "whisk at 3")
        self.assertEqual(kitchen.repeated(4, lambda turn: turn > 1), 2)


class Foundation(FixtureCase):
    def test_queues_of_the_system(self):
        heard = []
        done = threading.Semaphore(0)

        def receive(label):
            heard.append(label)
            done.release()

        queue = kitchen.DispatchQueue("oven.queue")
        kitchen.call_back_on(queue, receive)
        self.assertTrue(done.acquire(timeout=60))
        self.assertEqual(heard, ["oven.queue"])
        kitchen.call_back_later_on(kitchen.DispatchQueue.global_(), body=done.release)
        self.assertTrue(done.acquire(timeout=60))
        self.assertEqual((kitchen.has_queue(queue), kitchen.has_queue(None)), (True, False))
        del queue, receive

    def test_progress(self):
        progress = kitchen.Progress(4)
        self.assertEqual(kitchen.set_table(2, progress), 2)
        self.assertEqual((progress.completed_unit_count, progress.total_unit_count, progress.fraction_completed), (2, 4, 0.5))
        self.assertFalse(progress.is_cancelled)
        self.assertEqual(progress.sharpen(kitchen.Cleaver(30), 12).edge, 12)
        progress.cancel()
        self.assertEqual((progress.is_cancelled, kitchen.set_table(2, progress)), (True, 0))

    def test_files(self):
        files = kitchen.FileManager.default
        self.assertFalse(files.has_cookbook("none of this name"))
        self.assertEqual((files.plate("/").is_clean, files.plate("/proc/nowhere").is_clean), (True, False))


class Asynchronous(AsyncFixtureCase):
    async def test_actors(self):
        order = kitchen.Order(4)
        await order.remark("warm")
        self.assertEqual(await order.remarks(), ["warm"])
        dish = kitchen.Dish("fish")
        self.assertEqual(order.course_for(dish), kitchen.CourseMain(dish, ["bread"]))
        self.assertEqual(await kitchen.echo_order(order).table(), 4)

    async def test_asynchronous_constructors(self):
        salad = await kitchen.Salad.from_([["kale"], ["rocket"]])
        self.assertEqual((salad.leaves, salad.weight_with(b"\1\2")), (["kale", "2"], 5))
        self.assertEqual(kitchen.Salad(["a"]).leaves, ["a"])
        book = await kitchen.Cookbook.make_with_titles("soup\npie")
        self.assertEqual(book.title_lengths().items, [4, 3])

        async def make():
            await asyncio.sleep(0)
            return book

        self.assertEqual(await kitchen.count_pages(make, kitchen.Cookbook()), 2)
        self.assertIsInstance(await kitchen.whereabouts(), bool)

    async def test_streams(self):
        timer = kitchen.KitchenTimer(2)
        self.assertEqual([tick async for tick in timer.hidden_ticks()], [2, 1, 0])
        self.assertEqual([tick async for tick in kitchen.Countdown(1)], [1, 0])
        stream = kitchen.Shelf("top").deliveries_of(["salt"])
        self.assertIsInstance(stream, kitchen.IngredientStream)
        self.assertEqual([each.name async for each in stream], ["salt"])
        numbers, source = kitchen.IntStream.create()
        self.assertIsInstance(source, kitchen.IntStreamSource)
        self.assertIsInstance(source, kitchen.Source)
        self.assertIsInstance(numbers, kitchen.Stream)
        self.assertEqual(select.select([numbers.descriptor()], [], [], 0)[0], [])
        self.assertIsNone(numbers.try_next())  # requests one
        source.finish()
        self.assertEqual(select.select([numbers.descriptor()], [], [], 60)[0], [numbers.descriptor()])
        self.assertEqual([each async for each in numbers], [])

    async def test_a_shelf(self):
        shelf = kitchen.Shelf("top")
        shelf.store(kitchen.Ingredient("salt", kitchen.Quantity(3)))
        self.assertEqual((shelf.contents, shelf.take("salt"), shelf.contents), ({"salt": 3.0}, 2.0, {"salt": 2.0}))


class MainActor(FixtureCase):
    """On the main queue, which this thread serves until a call has ended."""

    def wait(self, operation):
        queue = kitchen.Queue.main()
        done = threading.Event()
        operation.on_done(lambda _: done.set())
        while not done.is_set():
            queue.run_pending()
        return operation.wait(60)

    def test_a_restaurant(self):
        installed = []

        class Guide(kitchen.Inspector):
            def restaurant(self, restaurant, did_install):
                installed.append(did_install)

        place = self.wait(kitchen.Restaurant.shared())
        self.assertIsNone(self.wait(place.inspector()))
        guide = Guide()
        del guide
        before = len(self.wait(place.appliances()))
        self.assertEqual(self.wait(place.install(kitchen.Appliance("kettle"))), before + 1)
        self.assertEqual(self.wait(place.appliances())[-1].name, "kettle")
        self.assertEqual(self.wait(place.cookbook()).count, 0)
        del place


    def test_a_critic(self):
        seen = []

        class Critic(kitchen.Critic):
            def stars_of(self, name):
                seen.append(name)
                return 3

            def leave(self, remark):
                seen.append(remark)

        place = self.wait(kitchen.Restaurant.shared())
        self.assertEqual(self.wait(place.admit(Critic())), 3)
        self.assertEqual(seen, ["main", "3 stars"])
        del place


class Runtime(FixtureCase):
    def test_classes_of_the_runtime(self):
        self.assertTrue(issubclass(kitchen.Chef, kitchen.Interface) and issubclass(kitchen.Oven, kitchen.Handle))
        self.assertTrue(issubclass(kitchen.Dish, kitchen.Record))
        operation = kitchen.echo_later("x")
        self.assertIsInstance(operation, kitchen.Operation)
        self.assertEqual(operation.wait(60), "x")
        bell = kitchen.Bell()
        self.assertEqual(bell.ring(), 0)
        for error in (kitchen.ForkedError, kitchen.ShutDownError, kitchen.WrongThreadError, kitchen.CancelledError):
            self.assertTrue(issubclass(error, kitchen.Error))
        self.assertTrue(issubclass(kitchen.InvalidTextError, ValueError))
        self.assertTrue(issubclass(kitchen.NotAvailableError, NotImplementedError))
        self.assertTrue(issubclass(kitchen.TooLargeError, MemoryError))
        self.assertTrue(kitchen.wait_for_live_handles(1000, 0))
        stream = kitchen.KitchenTimer(1).ticks()
        subscription = stream.subscribe(lambda tick: None)
        self.assertIsInstance(subscription, kitchen.Subscription)
        subscription.cancel()


if __name__ == "__main__":
    unittest.main()

using System;
using System.Collections.Generic;
using System.Linq;
using Kitchen;

/// <summary>Values that cross the boundary, and are the same afterwards.</summary>
public static class ValueTests
{
    public static void Add()
    {
        Harness.Add("numbers keep their full width", Numbers);
        Harness.Add("texts, times and identifiers", Texts);
        Harness.Add("optional values", Optionals);
        Harness.Add("lists, sets, dictionaries, tuples and ranges", Containers);
        Harness.Add("structures of fields", Records);
        Harness.Add("a structure of numbers is a value with operators", Structures);
        Harness.Add("enumerations", Enumerations);
        Harness.Add("enums with payloads are classes", Variants);
        Harness.Add("recursive enums", Recursive);
        Harness.Add("option sets", Options);
        Harness.Add("values of any type", Any);
        Harness.Add("values of Foundation", Foundation);
        Harness.Add("structures of C have the same layout in both languages", Layout);
        Harness.Add("names that are words of languages", Words);
    }

    private static void Numbers()
    {
        Check.Equal(KitchenLibrary.Echo(true), true);
        Check.Equal(KitchenLibrary.Echo(false), false);
        Check.Equal(KitchenLibrary.Echo(sbyte.MinValue), sbyte.MinValue);
        Check.Equal(KitchenLibrary.Echo(short.MinValue), short.MinValue);
        Check.Equal(KitchenLibrary.Echo(int.MinValue), int.MinValue);
        Check.Equal(KitchenLibrary.Echo(long.MinValue), long.MinValue);
        Check.Equal(KitchenLibrary.Echo(byte.MaxValue), byte.MaxValue);
        Check.Equal(KitchenLibrary.Echo(ushort.MaxValue), ushort.MaxValue);
        Check.Equal(KitchenLibrary.Echo(uint.MaxValue), uint.MaxValue);
        Check.Equal(KitchenLibrary.Echo(ulong.MaxValue), ulong.MaxValue);
        Check.Equal(KitchenLibrary.Echo(1.5f), 1.5f);
        Check.Equal(KitchenLibrary.Echo(double.Epsilon), double.Epsilon);
        Check.True(double.IsNaN(KitchenLibrary.Echo(double.NaN)));
    }

    private static void Texts()
    {
        foreach (string text in new[] { "", "oven", "a\0b", "唐辛子 🍲", new string('x', 100000) })
        {
            Check.Equal(KitchenLibrary.Echo(text), text);
        }
        Check.Throws<ArgumentException>(() => KitchenLibrary.Echo("\ud800"));
        Check.Throws<ArgumentException>(() => KitchenLibrary.Echo((string)null));
        Check.Equal(KitchenLibrary.Echo(TimeSpan.FromTicks(-12345)), TimeSpan.FromTicks(-12345));
        DateTimeOffset date = new DateTimeOffset(2026, 11, 27, 9, 30, 1, TimeSpan.FromHours(2)).AddTicks(7);
        Check.Equal(KitchenLibrary.Moved(date), date);
        Check.Equal(KitchenLibrary.Moved(DateTimeOffset.MinValue), DateTimeOffset.MinValue);
        Check.Equal(KitchenLibrary.Moved(DateTimeOffset.MaxValue), DateTimeOffset.MaxValue);
        Check.Throws<OverflowException>(() => KitchenLibrary.DistantYear());
        Guid guid = new Guid("00112233-4455-6677-8899-aabbccddeeff");
        Check.Equal(KitchenLibrary.Echo(guid), guid);
        Check.Equal(KitchenLibrary.Echo(new Uri("https://example.org/a?b=c")).OriginalString, "https://example.org/a?b=c");
        Check.Equal(KitchenLibrary.SchemeOf(new Uri("ftp://x/y")), "ftp");
        Check.Sequence(KitchenLibrary.Echo(new byte[] { 1, 0, 255 }), (byte)1, (byte)0, (byte)255);
        Check.Equal(KitchenLibrary.Echo(new byte[0]).Length, 0);
    }

    private static void Optionals()
    {
        Check.Equal(KitchenLibrary.Echo((long?)null), (long?)null);
        Check.Equal(KitchenLibrary.Echo((long?)0), 0L);
        Check.Equal(KitchenLibrary.EchoOptionalText(null), null);
        Check.Equal(KitchenLibrary.EchoOptionalText(""), "");
        Check.Equal(KitchenLibrary.Echo((Appliance)null), null);
        Check.Equal(KitchenLibrary.Echo((Recipe)null), null);
        Check.Equal(KitchenLibrary.EchoTwiceOptional(7), 7L);
        Check.Equal(KitchenLibrary.EchoTwiceOptional(null), (long?)null);
    }

    private static void Containers()
    {
        Check.Sequence(KitchenLibrary.Echo(new long[] { 1, -2, 3 }), 1L, -2L, 3L);
        Check.Equal(KitchenLibrary.Echo(new long[0]).Count, 0);
        Check.Sequence(KitchenLibrary.Echo(new[] { "a", "" }), "a", "");
        Check.Sequence(KitchenLibrary.EchoHoles(new[] { "a", null }), "a", null);
        Check.Equal(KitchenLibrary.Echo((IReadOnlyList<IReadOnlyList<long>>)null), null);
        Check.Sequence(KitchenLibrary.Echo(new[] { (IReadOnlyList<long>)new long[] { 1 }, new long[] { 2, 3 } })[1], 2L, 3L);
        Check.True(KitchenLibrary.Echo(new HashSet<string> { "a", "b" }).SetEquals(new[] { "b", "a" }));
        Check.Equal(KitchenLibrary.Echo(new Dictionary<string, long> { { "a", 1 } })["a"], 1L);
        Check.Equal(KitchenLibrary.Echo(new Dictionary<string, IReadOnlyList<long?>> { { "a", new long?[] { 1, null } } })["a"][1], (long?)null);
        var tuple = KitchenLibrary.Echo((7, "seven"));
        Check.Equal(tuple.Item1, 7L);
        Check.Equal(tuple.Item2, "seven");
        var labelled = KitchenLibrary.Echo((1.5, null));
        Check.Equal(labelled.X, 1.5);
        Check.Equal(labelled.Name, null);
        Check.Equal(KitchenLibrary.Echo(new Range<long>(1, 5)), new Range<long>(1, 5));
        Check.Equal(KitchenLibrary.Echo(new ClosedRange<double>(1, 5)).Upper, 5.0);
        Check.Throws<ArgumentException>(() => KitchenLibrary.Echo(new Range<long>(5, 1)));
    }

    private static Recipe Soup()
    {
        return new Recipe("soup", new[] { new Ingredient("salt", new Quantity(1, Unit.Gram), new[] { "none" }) }, time: TimeSpan.FromMinutes(5));
    }

    private static void Records()
    {
        Recipe soup = Soup();
        Recipe same = KitchenLibrary.EchoRecipe(soup);
        Check.Equal(same, soup);
        Check.True(same == soup && !ReferenceEquals(same, soup));
        Check.Equal(same.GetHashCode(), soup.GetHashCode());
        Check.Equal(same.Ingredients[0].Quantity.Unit, Unit.Gram);
        Check.Equal(same.ToString(), "soup for 4");
        Check.True(new Recipe("a") < soup && soup >= new Recipe("a"));
        Check.Equal(soup.CompareTo(Soup()), 0);
        Check.Equal(soup.ScaledTo(8).Servings, 8L);
        Check.Equal(soup.WithTitle("stew").Title, "stew");
        Check.True(soup.WithTitle("stew") != soup);
        Check.Equal(KitchenLibrary.Echo(new[] { soup, new Recipe("b") })[1].Title, "b");
        Check.Throws<ArgumentNullException>(() => KitchenLibrary.EchoRecipe(null));
        Check.Equal(new Dish("x").Calories, 500L);
        Guests guests = new Guests(new[] { "Ada" });
        var invited = guests.Invite("Bob");
        Check.Equal(invited.Result, 2L);
        Check.Sequence(invited.Changed.Names, "Ada", "Bob");
    }

    private static void Structures()
    {
        Position position = new Position(1, 2);
        Check.Equal(KitchenLibrary.Echo(position), position);
        Check.Equal(position + position, new Position(2, 4));
        Check.Equal(-position, new Position(-1, -2));
        Check.Equal(Position.Origin, new Position(0, 0));
        Check.Equal(KitchenLibrary.Pass, new Position(1.5, -2));
        Check.Equal(new Quantity(1, Unit.Gram).Times(3).Amount, 3.0);
        Check.Equal(KitchenLibrary.Echo(new[] { position })[0].Y, 2.0);
    }

    private static void Enumerations()
    {
        foreach (Doneness doneness in DonenessExtensions.AllCases) { Check.Equal(KitchenLibrary.Echo(doneness), doneness); }
        Check.Equal(DonenessExtensions.AllCases.Count, 3);
        Check.Equal(KitchenLibrary.Echo(MixerSpeed.Fast), MixerSpeed.Fast);
        Check.Throws<ArgumentException>(() => KitchenLibrary.Echo((Doneness)77));
    }

    private static void Variants()
    {
        Course soup = KitchenLibrary.Echo(new Course.Soup(60));
        Check.True(soup is Course.Soup);
        Check.Equal(((Course.Soup)soup).Temperature, 60L);
        Check.Equal(soup, new Course.Soup(60));
        Check.True(soup != new Course.Soup(61));
        Check.Equal(KitchenLibrary.Echo(new Course.None()), new Course.None());
        Course main = new Course.Main(new Dish("pie", 100, new byte[] { 1 }), new[] { "peas", "gravy" });
        Check.Equal(KitchenLibrary.Echo(main), main);
        Check.Equal(KitchenLibrary.Describe(main), "pie with peas, gravy");
        Check.Equal(KitchenLibrary.Describe(new Course.Dessert("ice", true)), "ice with cream");
    }

    private static void Recursive()
    {
        Ingredient salt = new Ingredient("salt", new Quantity(1));
        using (Assembly single = Assembly.MakeSingle(salt))
        using (Assembly wrapped = Assembly.MakeWrapped(single, "paper"))
        using (Assembly echoed = KitchenLibrary.Echo(wrapped))
        {
            Check.Equal(echoed, wrapped);
            Check.Equal(echoed.Count, 2L);
            Check.Equal(single.AsSingle.Name, "salt");
            Check.Equal(wrapped.AsSingle, null);
            var payload = wrapped.AsWrapped;
            Check.True(payload.HasValue);
            Check.Equal(payload.Value.By, "paper");
        }
    }

    private static void Options()
    {
        Check.Equal(KitchenLibrary.Echo(Diet.Careful), Diet.Vegan | Diet.GlutenFree);
        Check.True(Diet.Careful.HasFlag(Diet.Vegan) && !Diet.Vegan.HasFlag(Diet.GlutenFree));
    }

    private static void Any()
    {
        using (AnyValue text = AnyValue.MakeText("x"))
        using (AnyValue same = KitchenLibrary.Echo(text))
        {
            Check.Equal(same.AsText, "x");
            Check.Equal(KitchenLibrary.Explain(text), "String x");
        }
    }

    private static void Foundation()
    {
        Check.Equal(KitchenLibrary.Doubled(1.5), 3.0);
        Check.Equal(KitchenLibrary.Shorter(null), (double?)null);
        Check.Equal(KitchenLibrary.Shorter(9), 1.5);
        Check.Equal(KitchenLibrary.CommonSeats(new HashSet<long> { 1, 2, 3 }, new HashSet<long> { 2 }).Single(), 2L);
        Check.Equal(KitchenLibrary.Priced("12.34"), "12.34");
        CookingTime time = new CookingTime(60, 5);
        Check.Equal(KitchenLibrary.WholeTimeOf(time, seconds => seconds * 2), 130.0);
    }

    private static void Layout()
    {
        // A truth value before a number, nested optionals, a union: each field arrives at its place.
        Check.Equal(KitchenLibrary.Echo(new Quantity(2.5, Unit.Millilitre)), new Quantity(2.5, Unit.Millilitre));
        Check.Equal(KitchenLibrary.EchoTwiceOptional(long.MinValue), long.MinValue);
        JarLabel label = new JarLabel("plum", 3, new DateTimeOffset(2027, 1, 2, 0, 0, 0, TimeSpan.Zero));
        Check.Equal(JarLabel.FromJson(label.ToJson()), label);
        Check.Equal(KitchenLibrary.Move(new CGRect(new CGPoint(1, 2), new CGSize(3, 4)), new CGPoint(5, 6)).Origin.X, 6.0);
        Check.Equal(KitchenLibrary.Warmed(new Tint(254, 1, "x")).R, (byte)255);
    }

    private static void Words()
    {
        Words words = new Words(1, "u", true);
        Check.Equal(words.Namespace(2, 3), 6L);
        Check.Equal(words.Register, 1L);
        Check.Equal(KitchenLibrary.New(4), 4L);
        Check.Equal(KeywordExtensions.AllCases.Count, 5);
    }
}

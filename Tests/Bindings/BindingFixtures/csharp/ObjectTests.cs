using System;
using System.Collections.Generic;
using System.Linq;
using Kitchen;

/// <summary>Classes, actors, and values behind handles.</summary>
public static class ObjectTests
{
    public static void Add()
    {
        Harness.Add("classes and their subclasses", Classes);
        Harness.Add("a released object throws", Released);
        Harness.Add("constructors that fail", Constructors);
        Harness.Add("values with members that change them", Mutable);
        Harness.Add("collections", Collections);
        Harness.Add("sequences", Sequences);
        Harness.Add("values that cannot be copied", Unique);
        Harness.Add("bytes without a copy keep their owner", Bytes);
        Harness.Add("bytes that are dropped are released, and not before their memory is unused", DroppedBytes);
        Harness.Add("generic types", Generic);
        Harness.Add("equality of objects", Equality);
        Harness.Add("static members", Static);
    }

    private static void Classes()
    {
        using (Oven oven = new Oven(200))
        {
            Check.Equal(oven.Temperature, 200L);
            oven.Temperature = 210;
            Check.Equal(oven.Temperature, 210L);
            Check.Equal(oven.Start(), "oven heats to 210");
            Check.Equal(oven.Uses, 1L);
            Check.Equal(oven.Name, "oven");
            oven.SetDoor();
            Check.Equal(oven.Door, OvenDoor.Open);
            using (Appliance kettle = Appliance.Standard())
            {
                Check.True(oven.IsStrongerThan(kettle));
                Check.Equal(kettle.AsOven(), null);
            }
            using (Appliance same = KitchenLibrary.Echo((Appliance)oven))
            using (Oven again = same.AsOven())
            {
                Check.Equal(again.Temperature, 210L);
                Check.True(again == oven);
            }
            Appliance appliance = oven;
            Check.Equal(appliance.Power, 3000.0);
        }
        Check.Equal(new Oven().Temperature, 180L);
    }

    private static void Released()
    {
        Oven oven = new Oven();
        oven.Dispose();
        oven.Dispose();
        Check.Throws<ObjectDisposedException>(() => oven.Start());
        Check.Throws<ObjectDisposedException>(() => KitchenLibrary.Echo((Appliance)oven));
    }

    private static void Constructors()
    {
        Check.Throws<ArgumentException>(() => new Oven(0.5));
        Check.Throws<KitchenException.TooHot>(() => new Mixer(6000));
        Check.Throws<ArgumentException>(() => new Portion(0.0));
        using (Portion portion = new Portion("250.0 g")) { Check.Equal(portion.ToString(), "250.0 g"); }
    }

    private static void Mutable()
    {
        using (Cookbook book = new Cookbook())
        {
            book.Add(new Recipe("soup"));
            book.Add(new Recipe("pie"));
            book.Add(new Recipe("tart"));
            Check.Equal(book.Count, 3L);
            Check.Equal(book[1].Title, "pie");
            Check.Equal(book[9], null);
            book.Title = "broth";
            Check.Equal(book.Title, "broth");
            book["pie"] = 7;
            Check.Equal(book["pie"], 7L);
            Check.Equal(book["none"], 0L);
            using (Cookbook copy = book.Clone())
            {
                copy.RemoveAll();
                Check.Equal(copy.Count, 0L);
                Check.Equal(book.Count, 3L);
            }
        }
        using (TableSetting setting = new TableSetting())
        {
            setting.Plates = 6;
            setting.Cloth = null;
            setting.Time = TimeSpan.FromSeconds(5);
            Check.Equal(setting.Summary, "6 bare 5 ");
        }
    }

    private static void Collections()
    {
        using (Rack rack = new Rack(new[] { "red", "white" }))
        {
            Check.Equal(rack.Count, 2L);
            Check.Sequence(rack, "red", "white");
            IReadOnlyList<string> list = rack;
            Check.Equal(list[1], "white");
            rack[1] = "rosé";
            Check.Equal(rack[1], "rosé");
            Check.Throws<ArgumentException>(() => { string none = rack[5]; });
        }
        using (Steps steps = new Steps(7)) { Check.Sequence(steps, 0L, 3L, 6L); }
    }

    private static void Sequences()
    {
        using (GuestQueue queue = new GuestQueue(new[] { "Ada", "Bob" })) { Check.Sequence(queue, "Ada", "Bob"); }
        Check.Sequence(KitchenLibrary.LettersOf("ab"), "a", "b");
        Check.Sequence(KitchenLibrary.TicketsFrom(5).Take(3), 5L, 6L, 7L);
        Check.Sequence(KitchenLibrary.MadeOf(new long[] { 1, 2 }, number => number * 3), 3L, 6L);
        Check.Equal(KitchenLibrary.Tallied(new long[] { 1, 2 }), 3L);
    }

    private static void Unique()
    {
        Pot pot = new Pot(5);
        using (Pot other = new Pot(3))
        {
            Check.True(pot.IsFullerThan(other));
            pot.Pour(2);
            Check.Equal(pot.Litres, 7L);
            Check.Throws<KitchenException.Closed>(() => pot.Pour(11));
            Check.Equal(pot.Serve(), 7L);
            Check.Throws<ObjectDisposedException>(() => pot.Pour(1));
        }
        Check.Throws<ArgumentException>(() => new Pot(-1));
        Check.Equal(Pot.Count, 0L);
    }

    private static void Bytes()
    {
        NativeBytes bytes;
        using (Photo photo = new Photo(new byte[] { 1, 2, 3 })) { bytes = photo.Bytes; }
        GC.Collect();
        Check.Equal(bytes.Length, 3);
        Check.Equal(bytes.Span[2], (byte)3);
        Check.Sequence(bytes.Memory.ToArray(), (byte)1, (byte)2, (byte)3);
        using (System.IO.Stream stream = bytes.OpenStream())
        {
            Check.Equal(stream.ReadByte(), 1);
            Check.Equal(stream.Length, 3L);
        }
        GC.KeepAlive(bytes);
        bytes.Dispose();
        Check.Throws<ObjectDisposedException>(() => { int length = bytes.Span.Length; });
    }

    private static void DroppedBytes()
    {
        ReadOnlyMemory<byte> memory = MemoryOfDropped();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Check.Sequence(memory.ToArray(), (byte)4, (byte)5);
        using (Photo photo = new Photo(new byte[] { 6 }))
        {
            Check.Equal(LengthOfDropped(photo), 1);
            NativeBytes bytes = photo.Bytes;
            bytes.Dispose();
            bytes.Dispose();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            // The object itself has its own owner still.
            using (NativeBytes others = photo.Bytes) { Check.Equal(others.Span[0], (byte)6); }
        }
    }

    private static int LengthOfDropped(Photo photo) { return photo.Bytes.Length; }

    private static ReadOnlyMemory<byte> MemoryOfDropped()
    {
        using (Photo photo = new Photo(new byte[] { 4, 5 })) { return photo.Bytes.Memory; }
    }

    private static void Generic()
    {
        using (Cookbook book = new Cookbook())
        {
            book.Add(new Recipe("soup"));
            Check.Sequence(book.Titles(0).Items, "soup");
        }
    }

    private static void Equality()
    {
        using (Oven one = new Oven())
        using (Oven other = new Oven())
        {
            Check.True(one != other && one.Equals(one) && !one.Equals((object)other) && one != null);
            Check.Equal(one.GetHashCode(), one.GetHashCode());
        }
    }

    private static void Static()
    {
        Check.Equal(KitchenLibrary.Capacity, 12L);
        Check.Equal(KitchenLibrary.Motto, "Mise en place");
        KitchenLibrary.IsLit = false;
        Check.Equal(KitchenLibrary.IsLit, false);
        KitchenLibrary.IsLit = true;
    }
}

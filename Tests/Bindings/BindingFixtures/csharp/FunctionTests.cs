using System;
using System.Collections.Generic;
using System.Threading;
using Kitchen;

/// <summary>Functions, their arguments, and functions of the program.</summary>
public static class FunctionTests
{
    public static void Add()
    {
        Harness.Add("overloads", Overloads);
        Harness.Add("default values", Defaults);
        Harness.Add("changed arguments", Changed);
        Harness.Add("memory of the program", Memory);
        Harness.Add("functions that are called during the call", Callbacks);
        Harness.Add("functions that are kept", Kept);
        Harness.Add("functions that change their arguments", Changing);
        Harness.Add("functions as results and inside other types", Functions);
        Harness.Add("functions that receive functions", Receiving);
        Harness.Add("functions that receive functions that receive functions", Relaying);
        Harness.Add("a handler runs on the synchronisation context of its caller", Context);
    }

    private static void Overloads()
    {
        Check.Equal(KitchenLibrary.CutInto(3), "into 3");
        Check.Equal(KitchenLibrary.CutAt(3), "at 3");
        Check.Equal(KitchenLibrary.Cut(3), "number 3");
        Check.Equal(KitchenLibrary.Cut("x"), "text x");
    }

    private static void Defaults()
    {
        Check.Equal(KitchenLibrary.Seats(), "4 north");
        Check.Equal(KitchenLibrary.Seats(null, null), "0 anywhere");
        Check.Equal(KitchenLibrary.Seats(2, window: "south"), "2 south");
        Check.Equal(KitchenLibrary.Courses(), 2L);
        Check.Equal(KitchenLibrary.Totalled(new long[] { 1, 2 }), "3 g");
        Check.Equal(KitchenLibrary.Repeated("ab"), "abab");
    }

    private static void Changed()
    {
        long number = 1;
        KitchenLibrary.Increment(ref number);
        Check.Equal(number, 2L);
        string text = "a";
        KitchenLibrary.Extend(ref text, "b");
        Check.Equal(text, "a b");
        IReadOnlyList<long> numbers = new long[] { 1, 2 };
        Check.Equal(KitchenLibrary.RemoveLastOf(ref numbers), 2L);
        Check.Sequence(numbers, 1L);
        Recipe recipe = new Recipe("soup");
        Check.True(KitchenLibrary.Rename(ref recipe, "stew"));
        Check.Equal(recipe.Title, "stew");
        Check.Throws<KitchenException.Missing>(() => KitchenLibrary.Rename(ref recipe, ""));
        string absent = "x";
        KitchenLibrary.Erase(ref absent);
        Check.Equal(absent, null);
        using (BillItem item = new BillItem("pie"))
        using (Bill bill = new Bill())
        {
            item.WriteInto(bill);
            Check.Equal(bill.Text, "pie");
        }
    }

    private static void Memory()
    {
        byte[] bytes = new byte[4];
        Check.Equal(KitchenLibrary.Fill(bytes, 7), 4L);
        Check.Sequence(bytes, (byte)7, (byte)8, (byte)9, (byte)10);
        KitchenLibrary.Clear(new Span<byte>(bytes, 1, 2));
        Check.Sequence(bytes, (byte)7, (byte)0, (byte)0, (byte)10);
        Check.Equal(KitchenLibrary.Checksum(bytes), 17L);
        Check.Equal(KitchenLibrary.Fill(new byte[0], 7), 0L);
    }

    private static void Callbacks()
    {
        Check.Sequence(KitchenLibrary.Season(new[] { "a", "b" }, dish => dish + "!"), "a!", "b!");
        int turns = 0;
        KitchenLibrary.Stir(5, turn => turns++);
        Check.Equal(turns, 5);
        Check.Equal(KitchenLibrary.Attempt(() => 7), 7L);
        Check.Equal(KitchenLibrary.Notify(null), false);
        string heard = null;
        Check.Equal(KitchenLibrary.Notify((text, numbers) => heard = text + numbers.Count), true);
        Check.Equal(heard, "ready3");
        Recipe[] recipes = { new Recipe("a"), new Recipe("b") };
        Check.Equal(KitchenLibrary.Choose(recipes, (recipe, position) => recipe.Title == "b" && position == Position.Origin)[0].Title, "b");
        Check.Throws<ArgumentNullException>(() => KitchenLibrary.Season(new[] { "a" }, null));
    }

    private static void Kept()
    {
        using (Bell bell = new Bell())
        {
            long rings = 0;
            bell.OnRing(count => rings = count);
            GC.Collect();
            bell.Ring();
            Check.Equal(bell.Ring(), 1L);
            Check.Equal(rings, 2L);
            bell.Forget();
        }
        using (ManualResetEventSlim done = new ManualResetEventSlim())
        {
            string text = null;
            KitchenLibrary.RingLater(heard =>
            {
                text = heard;
                done.Set();
            });
            Check.True(done.Wait(TimeSpan.FromSeconds(30)));
            Check.Equal(text, "ring");
        }
    }

    private static void Changing()
    {
        string seasoned = KitchenLibrary.Seasoned(5, (ref long number, ref TimeOfYear season) =>
        {
            number = 9;
            season = TimeOfYear.Summer;
            return true;
        });
        Check.Equal(seasoned, "9 summer true");
        using (Mixing mixing = KitchenLibrary.Mixed(each =>
        {
            each.Add("whip");
            each.Speed = 3;
        }))
        {
            Check.Equal(mixing.Summary, "whip at 3");
        }
    }

    private static void Functions()
    {
        Func<long, long> triple = KitchenLibrary.MultiplierBy(3);
        Check.Equal(triple(4), 12L);
        Check.Equal(KitchenLibrary.Adjusted(10, new Func<long, long>[] { number => number + 1, null, triple }), 33L);
        Check.Equal(KitchenLibrary.Adjustments()["double"](4), 8L);
        var named = KitchenLibrary.NamedAdjustment();
        Func<long, long> plusOne = named.Item2;
        Check.Equal(plusOne(4), 5L);
        Check.Equal(KitchenLibrary.CarriedOut(KitchenLibrary.MultiplyingBy(3), 5), 15L);
        Check.Equal(KitchenLibrary.CarriedOut(new Chore.Adjust(number => number - 1), 5), 4L);
        Check.Equal(KitchenLibrary.Chosen(name => null, 5), (long?)null);
        Check.Equal(KitchenLibrary.Chosen(name => number => number * 2, 5), 10L);
        Check.Equal(KitchenLibrary.Nested(1)(2)(3), 123L);
        using (Doubler doubler = new Doubler()) { Check.Equal(doubler.Call(4), 8L); }
    }

    private static void Receiving()
    {
        Check.Equal(KitchenLibrary.Serve(2, (course, eat) => eat(course + 1)), 7L);
        string eaten = KitchenLibrary.Carefully((eat, ask) =>
        {
            string text = eat(2);
            return text + " of " + ask();
        });
        Check.Equal(eaten, "2 eaten of 3, 3 left");
        Func<long, long> late = null;
        KitchenLibrary.Serve(1, (course, eat) => late = eat);
        Check.Throws<ObjectDisposedException>(() => late(1));
    }

    private static void Relaying()
    {
        List<long> answers = new List<long>();
        KitchenLibrary.Relay(function => answers.Add(function(number => number * 2)));
        Check.Sequence(answers, 41L);
    }

    private sealed class Recorder : SynchronizationContext
    {
        internal readonly List<Action> Posted = new List<Action>();

        public override void Post(SendOrPostCallback function, object state)
        {
            lock (Posted) { Posted.Add(() => function(state)); }
        }
    }

    private static void Context()
    {
        Recorder recorder = new Recorder();
        SynchronizationContext.SetSynchronizationContext(recorder);
        using (Bell bell = new Bell())
        {
            long rings = 0;
            bell.OnRing(count => rings = count);
            bell.Ring();
            Check.Equal(rings, 0L);
            Check.Equal(recorder.Posted.Count, 1);
            recorder.Posted[0]();
            Check.Equal(rings, 1L);
            bell.Forget();
        }
        SynchronizationContext.SetSynchronizationContext(null);
    }
}

using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Kitchen;

/// <summary>Protocols of the library as interfaces, in both directions.</summary>
public static class ProtocolTests
{
    public static void Add()
    {
        Harness.Add("objects of the library with a protocol", Library);
        Harness.AddAsync("a class of the program implements a protocol", Program);
        Harness.Add("one object of the library for each of the program", Identity);
        Harness.Add("a weak delegate lives as long as the program's object", WeakDelegate);
        Harness.Add("the library keeps an object of the program", KeptDelegate);
        Harness.Add("a refined protocol", Refined);
        Harness.Add("values of the library conform", Values);
        Harness.Add("compositions of protocols", Compositions);
        Harness.Add("a protocol whose members receive functions", Telephones);
        Harness.AddAsync("default implementations of a protocol", Defaults);
    }

    private sealed class Cook : IHeadChef
    {
        public string Name { get { return "Ada"; } }
        public long Stars { get { return 3; } }
        public string Greet(string guest) { return "Hi " + guest; }
        public long Taste(Dish dish)
        {
            if (dish.Calories < 0) { throw new KitchenException(new KitchenError.Missing("calories")); }
            return 9;
        }
        public async Task<Dish> CookAsync(Recipe recipe, CancellationToken cancellationToken)
        {
            await Task.Yield();
            return new Dish(recipe.Title + "!");
        }
        public Task RestAsync(CancellationToken cancellationToken) { return Task.FromResult(true); }
        public string Motto() { return "Ada's"; }
        public bool Decide(Doneness doneness) { return doneness == Doneness.Rare; }
    }

    private class Apprentice : ChefBase
    {
        public override string Name { get { return "Cy"; } }
        public override string Greet(string guest) { return "?"; }
        public override Task RestAsync(CancellationToken cancellationToken) { return Task.FromResult(true); }
    }

    private sealed class Journeyman : Apprentice
    {
        public override long Stars { get { return base.Stars + 2; } }
    }

    private static async Task Defaults()
    {
        Apprentice apprentice = new Apprentice();
        Check.Equal(apprentice.Motto(), "Cy cooks");
        Check.Equal(apprentice.Introduction(), "Cy cooks, with 0 stars");
        Check.Equal(new Journeyman().Introduction(), "Cy cooks, with 2 stars");
        Check.Throws<NotSupportedException>(() => apprentice.Taste(new Dish("x")));
        await Check.ThrowsAsync<NotSupportedException>(() => KitchenLibrary.AuditionAsync(apprentice, new Recipe("soup")));
    }

    private static void Library()
    {
        using (HouseChef chef = new HouseChef("Bo"))
        {
            Check.Equal(KitchenLibrary.Hire(chef), "Bo");
            IChef any = chef;
            Check.Equal(any.Greet("x"), "Welcome, x");
            Check.Equal(any.Motto(), "Bo cooks");
            Check.Equal(chef.Introduction(), "Bo cooks, with 0 stars");
            IChef echoed = KitchenLibrary.Echo(chef);
            Check.Equal(echoed.Name, "Bo");
            ((IDisposable)echoed).Dispose();
        }
        IThermometer thermometer = KitchenLibrary.MakeThermometer(21);
        Check.Equal(KitchenLibrary.Warm(thermometer, 4), 25.0);
        thermometer.Degrees = 5;
        Check.Equal(thermometer.Read(), 5.0);
    }

    private static async Task Program()
    {
        Cook cook = new Cook();
        Check.Equal(KitchenLibrary.Hire(cook), "Ada");
        Check.Sequence(await KitchenLibrary.AuditionAsync(cook, new Recipe("soup")), "Hi guest", "soup!", "9", "Ada's, with 3 stars");
        Check.Equal(cook.Introduction(), "Ada's, with 3 stars");
    }

    private static void Identity()
    {
        Cook cook = new Cook();
        Check.True(ReferenceEquals(KitchenLibrary.Echo(cook), cook));
        Check.True(ReferenceEquals(KitchenLibrary.BestOf(new IChef[] { cook }), cook));
        Check.Equal(KitchenLibrary.BestOf(new IChef[0]), null);
    }

    private sealed class Desk : IBookingDelegate
    {
        internal readonly List<string> Guests = new List<string>();

        public void Seated(string guest) { Guests.Add(guest); }
    }

    private static void WeakDelegate()
    {
        using (BookingDesk desk = new BookingDesk())
        {
            Desk own = new Desk();
            desk.Delegate = own;
            Settle();
            Check.True(desk.Seat("Ada"));
            Check.Sequence(own.Guests, "Ada");
            Check.True(ReferenceEquals(desk.Delegate, own));
            GC.KeepAlive(own);
            Check.True(BookingDesk.Same(own, own));
        }
        using (BookingDesk desk = new BookingDesk())
        {
            Lose(desk);
            bool isThere = true;
            for (int turn = 0; turn < 50 && isThere; turn++)
            {
                Settle();
                isThere = desk.Seat("Bob");
            }
            Check.True(!isThere, "the end of the delegate");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Lose(BookingDesk desk)
    {
        Thread thread = new Thread(() => desk.Delegate = new Desk());
        thread.Start();
        thread.Join();
    }

    private static void Settle()
    {
        for (int turn = 0; turn < 3; turn++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    private static void KeptDelegate()
    {
        using (BookingDesk desk = new BookingDesk())
        {
            List<string> guests = Keep(desk);
            Settle();
            desk.Seat("Ada");
            Check.Sequence(guests, "Ada");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static List<string> Keep(BookingDesk desk)
    {
        Desk own = new Desk();
        desk.Add(own);
        return own.Guests;
    }

    private static void Refined()
    {
        Cook cook = new Cook();
        using (HouseChef chef = new HouseChef("Bo"))
        {
            IHeadChef head = chef;
            Check.True(head.Decide(Doneness.Medium));
        }
        Check.True(ReferenceEquals(KitchenLibrary.Echo(cook), cook));
    }

    private static void Values()
    {
        IUtensil utensil = KitchenLibrary.Utensil();
        Check.Equal(utensil.GetKind(), "spoon");
        using (Whisk whisk = new Whisk(3))
        {
            Check.Equal(KitchenLibrary.Named(whisk), "whisk 3");
            IGadget gadget = whisk;
            Check.Equal(gadget.Label, "whisk 3");
        }
        Check.Equal(new Jar("jam").Certificate(), "jar of jam");
    }

    private static void Compositions()
    {
        using (Cleaver keen = new Cleaver(10))
        using (Cleaver dull = new Cleaver(30))
        {
            ISharpAndWashable chosen = KitchenLibrary.Keener(dull, keen);
            Check.Equal(((ISharp)chosen).Edge, 10L);
            Check.Equal(KitchenLibrary.CleanEdgeOf(keen), (long?)null);
        }
    }

    private sealed class Telephone : ITelephone
    {
        internal int Ended;

        public long Functions { get { return 3; } }

        public void Connect(Action<long, Action> done) { done(1, () => Ended++); }

        public void Connect(long prefix, Action<long, Action> done) { done(prefix, () => Ended++); }

        public long Context(long @base, long queue) { return @base + queue; }
    }

    private static void Telephones()
    {
        Telephone own = new Telephone();
        Check.Sequence(KitchenLibrary.Dial(own), 1L, 9L, 3L, 3L);
        Check.Equal(own.Ended, 2);
        ITelephone switchboard = KitchenLibrary.Switchboard();
        List<long> lines = new List<long>();
        Action<long, Action> connected = (line, hangUp) =>
        {
            lines.Add(line);
            hangUp();
        };
        switchboard.Connect(connected);
        switchboard.Connect(9, connected);
        Check.Sequence(lines, 1L, 9L);
        Check.Equal(switchboard.Functions, 4L);
        Check.Equal(switchboard.Context(3, 1), 2L);
    }
}

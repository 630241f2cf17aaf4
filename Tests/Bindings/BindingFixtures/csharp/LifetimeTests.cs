using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitchen;

/// <summary>Owners of objects, and the ends of their lives.</summary>
public static class LifetimeTests
{
    public static void Add()
    {
        Harness.Add("delegates are not collected while the library may call them", Collected);
        Harness.Add("objects are released while other threads use them", Threads);
        Harness.Add("an object is released by the function that it calls", OwnHandler);
        Harness.Add("a subscription and its stream end in its own function", OwnSubscription);
        Harness.Add("a context is released when its function is not called again", Contexts);
        Harness.Add("implementations are released", Implementations);
        Harness.Add("100,000 dropped objects are released", Dropped, mayLeave: true);
    }

    private static void Dropped()
    {
        for (int number = 0; number < 100000; number++) { new Oven(number); }
        // So many objects lie everywhere in the heap of mono, which keeps those alive whose address is in a word of a frame, also an old one.
        string left = Harness.LeftOver(10);
        if (left != null) { throw new ExpectationException(left); }
    }

    private static void Collected()
    {
        using (ManualResetEventSlim stop = new ManualResetEventSlim())
        {
            Thread collector = new Thread(() => { while (!stop.IsSet) { GC.Collect(); } });
            collector.Start();
            for (int turn = 0; turn < 300; turn++)
            {
                int calls = 0;
                KitchenLibrary.Stir(20, each => { calls += new byte[100].Length / 100; });
                Check.Equal(calls, 20);
                Check.Sequence(KitchenLibrary.Season(new[] { "a" }, dish => dish + turn), "a" + turn);
            }
            stop.Set();
            collector.Join();
        }
    }

    private static void Threads()
    {
        Thread[] threads = new Thread[4];
        Exception failure = null;
        for (int index = 0; index < threads.Length; index++)
        {
            threads[index] = new Thread(() =>
            {
                try
                {
                    for (int turn = 0; turn < 2000; turn++)
                    {
                        Oven oven = new Oven(turn);
                        Task other = turn % 100 == 0 ? Task.Run(() => oven.Dispose()) : null;
                        try { oven.Start(); }
                        catch (ObjectDisposedException) { }
                        if (other != null) { other.Wait(); }
                        if (turn % 2 == 0) { oven.Dispose(); }
                    }
                }
                catch (Exception exception) { failure = exception; }
            });
            threads[index].Start();
        }
        foreach (Thread thread in threads) { thread.Join(); }
        if (failure != null) { throw failure; }
    }

    private static void OwnHandler()
    {
        Bell bell = new Bell();
        long heard = 0;
        bell.OnRing(count =>
        {
            heard = count;
            bell.Forget();
            bell.Dispose();
        });
        bell.Ring();
        Check.Equal(heard, 1L);
        Check.Throws<ObjectDisposedException>(() => bell.Ring());
    }

    private static void OwnSubscription()
    {
        for (int turn = 0; turn < 100; turn++)
        {
            IntStreamSource source;
            using (IntStream stream = IntStream.Create(out source))
            using (source)
            using (ManualResetEventSlim isHeard = new ManualResetEventSlim())
            using (ManualResetEventSlim isSubscribed = new ManualResetEventSlim())
            {
                int heard = 0;
                IDisposable subscription = null;
                subscription = stream.Subscribe(number =>
                {
                    isSubscribed.Wait();
                    heard++;
                    if (number % 2 == 0) { subscription.Dispose(); }
                    else { stream.Close(); }
                    isHeard.Set();
                });
                isSubscribed.Set();
                source.Yield(turn);
                Check.True(isHeard.Wait(30000), "the element");
                source.Yield(turn);
                subscription.Dispose();
                Check.Equal(heard, 1);
            }
        }
    }

    private static void Contexts()
    {
        Check.Released(Ring, "the release of what functions refer to");
    }

    private static WeakReference Ring()
    {
        WeakReference weak = null;
        Thread thread = new Thread(() =>
        {
            byte[] captured = new byte[10];
            weak = new WeakReference(captured);
            using (Bell bell = new Bell())
            {
                bell.OnRing(count => captured[0]++);
                bell.Ring();
            }
        });
        thread.Start();
        thread.Join();
        return weak;
    }

    private sealed class Listener : IBookingDelegate
    {
        public void Seated(string guest) { }
    }

    private static void Implementations()
    {
        for (int turn = 0; turn < 1000; turn++)
        {
            using (BookingDesk desk = new BookingDesk())
            {
                desk.Add(new Listener());
                desk.Seat("x");
            }
        }
    }

    /// <summary>Returns from the program while streams and calls run.</summary>
    public static int EndWhileBusy()
    {
        List<object> kept = new List<object>();
        int heard = 0;
        for (int index = 0; index < 3; index++)
        {
            IntStreamSource source;
            IntStream stream = IntStream.Create(out source);
            kept.Add(stream.Subscribe(number => Interlocked.Increment(ref heard)));
            Thread feeder = new Thread(() =>
            {
                try { while (source.Yield(1)) { } }
                catch (Exception) { }
            });
            feeder.IsBackground = true;
            feeder.Start();
            kept.Add(KitchenLibrary.WaitForeverAsync());
        }
        Bell bell = new Bell();
        bell.OnRing(count => Interlocked.Increment(ref heard));
        bell.Ring();
        SpinWait.SpinUntil(() => Volatile.Read(ref heard) > 100, 30000);
        Console.WriteLine("ready");
        return heard > 100 ? 0 : 1;
    }
}

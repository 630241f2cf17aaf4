using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Kitchen;

/// <summary>Arguments that are none, and memory that is used for longer than expected.</summary>
public static class ArgumentTests
{
    public static void Add()
    {
        Harness.Add("null is refused under the name of the argument", Null);
        Harness.Add("null in a value is refused when the value is made", NullInValues);
        Harness.Add("a function is released when another argument is refused", Refused);
        Harness.Add("a set of flags is written with their names", Flags);
        Harness.Add("a negative limit is refused", NegativeLimit);
        Harness.AddAsync("a cancelled wait names its token", CancelledWait);
        Harness.Add("an exception with an invalid text is an error", InvalidText);
        Harness.Add("streams and pinned memory keep bytes that are disposed", DisposedBytes);
        Harness.Add("objects with memory that are not disposed are collected", Undisposed);
    }

    private static void IsNull(string name, Action action)
    {
        Check.Equal(Check.Throws<ArgumentNullException>(action).ParamName, name);
    }

    private static void Null()
    {
        IsNull("first", () => KitchenLibrary.Joined(null, new string[0], ","));
        IsNull("names", () => KitchenLibrary.Joined("a", null, ","));
        IsNull("separator", () => KitchenLibrary.Joined("a", new string[] { null }, null));
        IsNull("add", () => KitchenLibrary.Season(new[] { "a" }, null));
        IsNull("name", () => KitchenLibrary.PrepareAsync(null, (text, token) => Task.FromResult(text)));
        IsNull("chef", () => KitchenLibrary.AuditionAsync(null, new Recipe("soup")));
        string changed = null;
        IsNull("text", () => KitchenLibrary.Extend(ref changed, "b"));
        using (BillItem item = new BillItem("pie")) { IsNull("bill", () => item.WriteInto(null)); }
        IsNull("pixels", () => new Photo((byte[])null));
        // Null where it is a value.
        Check.Equal(KitchenLibrary.Notify(null), false);
        Check.Equal(KitchenLibrary.Joined("a", new string[] { null }, ","), "a");
    }

    private static void NullInValues()
    {
        IsNull("title", () => new Recipe(null));
        IsNull("title", () => new Recipe("soup").WithTitle(null));
        Check.Equal(new Recipe("soup", source: null).Source, null);
        Check.Throws<ArgumentNullException>(() => new Recipe("soup", new Ingredient[] { null }).ToString());
    }

    private static void Refused()
    {
        Check.Released(Refuse, "the release of what functions refer to");
    }

    private static WeakReference Refuse()
    {
        WeakReference weak = null;
        Thread thread = new Thread(() =>
        {
            byte[] captured = new byte[10];
            weak = new WeakReference(captured);
            Check.Throws<ArgumentException>(() => KitchenLibrary.Season(new[] { "\ud800" }, dish => dish + captured.Length));
            Check.Throws<ArgumentException>(() => KitchenLibrary.PrepareAsync("\ud800", (text, token) => Task.FromResult(text + captured.Length)));
        });
        thread.Start();
        thread.Join();
        return weak;
    }

    private static void Flags()
    {
        Check.Equal(Diet.Vegan.ToString(), "Vegan");
        Check.Equal((Diet.Vegan | Diet.GlutenFree).ToString(), "Careful");
        Check.Equal(new Diet(0).ToString(), "0");
        Check.Equal(new Diet(129).ToString(), "Vegan, 128");
        Check.Equal(new Diet(255).ToString(), "Careful, 252");
    }

    private static void NegativeLimit()
    {
        IntStreamSource source;
        using (IntStream stream = IntStream.Create(out source))
        using (source)
        {
            foreach (TimeSpan limit in new[] { TimeSpan.FromTicks(-1), TimeSpan.MinValue })
            {
                Check.Equal(Check.Throws<ArgumentOutOfRangeException>(() => stream.MoveNext(limit)).ParamName, "limit");
            }
            source.Yield(1);
            Check.True(stream.MoveNext(Timeout.InfiniteTimeSpan));
        }
    }

    private static async Task CancelledWait()
    {
        IntStreamSource source;
        using (IntStream stream = IntStream.Create(out source))
        using (source)
        using (CancellationTokenSource cancellation = new CancellationTokenSource())
        {
            Task<bool> waiting = stream.MoveNextAsync(cancellation.Token);
            cancellation.Cancel();
            OperationCanceledException failure = await Check.ThrowsAsync<OperationCanceledException>(() => waiting);
            Check.True(failure.CancellationToken == cancellation.Token, "the token of the exception");
        }
    }

    /// <summary>An exception that fails when it is asked for its text.</summary>
    private sealed class SilentException : Exception
    {
        public override string Message { get { throw new InvalidOperationException("no text"); } }
    }

    private static void InvalidText()
    {
        LibraryException failure = Check.Throws<LibraryException>(() => KitchenLibrary.Attempt(() => { throw new FormatException("a \ud800 b"); }));
        Check.True(failure.InnerException is FormatException, "the cause");
        Check.Equal(failure.Message, "FormatException: a \ufffd b");
        failure = Check.Throws<LibraryException>(() => KitchenLibrary.Attempt(() => { throw new SilentException(); }));
        Check.Equal(failure.Message, "SilentException");
    }

    private static void DisposedBytes()
    {
        Stream stream;
        MemoryHandle pin;
        using (Photo photo = new Photo(new byte[] { 1, 2, 3 }))
        using (NativeBytes bytes = photo.Bytes)
        {
            stream = bytes.OpenStream();
            pin = bytes.Memory.Slice(1).Pin();
        }
        Check.Equal(KitchenLibrary.LiveHandles, 2L); // the main queue, and the photo
        Check.Equal(stream.ReadByte(), 1);
        stream.Dispose();
        Check.Equal(KitchenLibrary.LiveHandles, 2L);
        unsafe { Check.Equal(*(byte*)pin.Pointer, (byte)2); }
        pin.Dispose();
        Check.Equal(KitchenLibrary.LiveHandles, 1L);
    }

    private static void Undisposed()
    {
        for (int turn = 0; turn < 40; turn++)
        {
            Abandon();
            // Finalizers run on a thread of their own.
            if (!KitchenLibrary.WaitForLiveHandles(60, TimeSpan.FromSeconds(20)))
            {
                throw new ExpectationException(KitchenLibrary.LiveHandles + " objects are left");
            }
        }
    }

    /// <summary>Makes objects on another thread, so that no frame keeps them alive.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Abandon()
    {
        Thread thread = new Thread(() => { for (int count = 0; count < 20; count++) { new Photo(new byte[] { 1 }); } });
        thread.Start();
        thread.Join();
    }
}

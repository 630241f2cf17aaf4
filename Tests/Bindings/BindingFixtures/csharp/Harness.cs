// A small harness. Each test has its own thread, so that no frame keeps its objects alive, and must leave no object of the library.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Kitchen;

/// <summary>A failed expectation.</summary>
public sealed class ExpectationException : Exception
{
    public ExpectationException(string message) : base(message) { }
}

public static class Check
{
    public static void True(bool condition, string what = "the condition")
    {
        if (!condition) { throw new ExpectationException(what + " is false"); }
    }

    /// <summary>Calls a function 50 times, and checks that the objects that it refers to are released. A collector that scans frames
    /// without knowing their types may keep some.</summary>
    public static void Released(Func<WeakReference> make, string what)
    {
        List<WeakReference> all = new List<WeakReference>();
        for (int turn = 0; turn < 50; turn++) { all.Add(make()); }
        for (int turn = 0; turn < 20; turn++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        int kept = 0;
        foreach (WeakReference weak in all) { if (weak.IsAlive) { kept++; } }
        Check.True(kept < 10, what + ": " + kept + " of 50 are kept, which");
    }

    public static void Equal<T>(T actual, T expected)
    {
        if (!EqualityComparer<T>.Default.Equals(actual, expected))
        {
            throw new ExpectationException("is " + actual + ", expected " + expected);
        }
    }

    public static void Sequence<T>(IEnumerable<T> actual, params T[] expected)
    {
        Equal(string.Join("|", actual), string.Join("|", expected));
    }

    public static T Throws<T>(Action action) where T : Exception
    {
        try { action(); }
        catch (T exception) { return exception; }
        throw new ExpectationException("no " + typeof(T).Name + " was thrown");
    }

    public static async Task<T> ThrowsAsync<T>(Func<Task> action) where T : Exception
    {
        try { await action(); }
        catch (T exception) { return exception; }
        throw new ExpectationException("no " + typeof(T).Name + " was thrown");
    }
}

public static class Harness
{
    private sealed class Test
    {
        internal string Name;
        internal Action Body;
        internal bool MayLeave;
    }

    private static readonly List<Test> Tests = new List<Test>();

    public static void Add(string name, Action body, bool mayLeave = false)
    {
        Tests.Add(new Test { Name = name, Body = body, MayLeave = mayLeave });
    }

    public static void AddAsync(string name, Func<Task> body)
    {
        Add(name, () => body().GetAwaiter().GetResult());
    }

    /// <summary>Runs the tests, while this thread, the first of the program, serves the main actor.</summary>
    public static int Run(string filter)
    {
        int code = 1;
        ThreadPool.SetMinThreads(PoolThreads, PoolThreads);
        Thread thread = new Thread(() => code = RunAll(filter));
        thread.Start();
        using (Queue main = Queue.Main)
        {
            while (!thread.Join(1)) { main.RunPending(); }
        }
        return code;
    }

    private static int RunAll(string filter)
    {
        int run = 0;
        int failed = 0;
        foreach (Test test in Tests)
        {
            if (filter != null && test.Name.IndexOf(filter, StringComparison.Ordinal) < 0) { continue; }
            run++;
            if (Environment.GetEnvironmentVariable("VERBOSE") != null) { Console.Error.WriteLine(test.Name); }
            Exception failure = RunAlone(test);
            string left = failure != null || test.MayLeave ? null : LeftOver();
            if (failure == null && left == null) { continue; }
            failed++;
            Console.WriteLine("FAILED " + test.Name + ": " + (failure == null ? left : failure.ToString()));
        }
        Console.WriteLine(run + " tests, " + failed + " failed");
        return run > 0 && failed == 0 ? 0 : 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Exception RunAlone(Test test)
    {
        Exception failure = null;
        Thread thread = new Thread(() =>
        {
            try { test.Body(); }
            catch (Exception exception) { failure = exception; }
        });
        thread.IsBackground = true;
        thread.Start();
        if (!thread.Join(TimeSpan.FromSeconds(60))) { failure = new TimeoutException("is not over after 60 s"); }
        return failure;
    }

    /// <summary>Overwrites what mono keeps of earlier work on the threads of the pool: the last exception of each, and words in frames that a
    /// collector which does not know their types takes for references.</summary>
    private static void Overwrite()
    {
        // In parallel, so that each takes a separate thread.
        using (Barrier barrier = new Barrier(PoolThreads))
        {
            Task[] tasks = new Task[PoolThreads];
            for (int index = 0; index < tasks.Length; index++)
            {
                tasks[index] = Task.Factory.StartNew(() =>
                {
                    barrier.SignalAndWait(TimeSpan.FromSeconds(2));
                    Descend(200);
                    try { throw new ExpectationException("overwrites the last one"); }
                    catch (ExpectationException) { }
                });
            }
            Task.WaitAll(tasks);
        }
    }

    private const int PoolThreads = 8;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Descend(int depth)
    {
        long first = depth, second = -depth, third = 0, fourth = 1;
        return depth == 0 ? 0 : Descend(depth - 1) + (int)(first + second + third + fourth);
    }

    /// <summary>The objects that are left after collections, beside the main queue; null for no more than a number of them.</summary>
    public static string LeftOver(long most = 0)
    {
        for (int turn = 0; turn < 40; turn++)
        {
            if (turn > 4) { Overwrite(); }
            GC.Collect();
            GC.WaitForPendingFinalizers();
            if (KitchenLibrary.WaitForLiveHandles(most + 1, TimeSpan.FromMilliseconds(turn < 5 ? 20 : 200))) { return null; }
        }
        return KitchenLibrary.LiveHandles - 1 + " objects are left";
    }
}

public static class Program
{
    public static int Main(string[] arguments)
    {
        // The main queue belongs to the thread that loads the library.
        Queue.Main.Dispose();
        ValueTests.Add();
        ObjectTests.Add();
        FunctionTests.Add();
        AsynchronousTests.Add();
        ProtocolTests.Add();
        MainActorTests.Add();
        ErrorTests.Add();
        ArgumentTests.Add();
        LifetimeTests.Add();
        if (arguments.Length > 0 && arguments[0] == "--ending") { return LifetimeTests.EndWhileBusy(); }
        return Harness.Run(arguments.Length > 0 ? arguments[0] : null);
    }
}

// Makes one call of the fixture's library, which is the first one of the process: `loading KIND`. Prints its result, or the exception.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using Kitchen;

public static class Loading
{
    private static readonly Dictionary<string, Func<string>> Kinds = new Dictionary<string, Func<string>>
    {
        { "constructor", Constructor },
        { "function", () => KitchenLibrary.Largest(new long[] { 3, 7, 5 }).ToString() },
        { "property", () => KitchenLibrary.Pass.X >= 0 ? "read" : "read, too" },
        { "operator", () => (-new Position(1, 2)).ToString() },
        { "handles", () => KitchenLibrary.LiveHandles.ToString() },
        { "waiting", () => KitchenLibrary.WaitForLiveHandles(0).ToString() },
        { "queue", Queued },
        { "stream", Stream },
        { "asynchronous", () => KitchenLibrary.EchoLaterAsync("soup").Result },
        { "delegate", () => KitchenLibrary.Season(new[] { "soup" }, dish => dish + "!")[0] },
        { "twice", Twice },
        { "child", Child },
#if !NETCOREAPP
        { "domain", Domain },
#endif
    };

    private static string Constructor()
    {
        using (Appliance appliance = new Appliance("oven")) { return appliance.Name; }
    }

    private static string Queued()
    {
        using (Queue queue = new Queue()) { return queue.RunPending().ToString(); }
    }

    private static string Stream()
    {
        IntStreamSource source;
        using (IntStream stream = IntStream.Create(out source))
        using (source)
        {
            source.Yield(42);
            return stream.MoveNext() ? stream.Current.ToString() : "nothing";
        }
    }

    /// <summary>A failure is the same the second time.</summary>
    private static string Twice()
    {
        try { Constructor(); }
        catch (DllNotFoundException) { }
        return Constructor();
    }

    /// <summary>A program that uses the library starts another one, which uses it, too.</summary>
    private static string Child()
    {
        using (Appliance appliance = new Appliance("parent"))
        {
            // The runtime and the program: those of this process.
            string program = Environment.GetCommandLineArgs()[0];
            string runtime = Process.GetCurrentProcess().MainModule.FileName;
            ProcessStartInfo start = new ProcessStartInfo(runtime, "\"" + program + "\" constructor");
            start.UseShellExecute = false;
            start.RedirectStandardOutput = true;
            using (Process child = Process.Start(start))
            {
                string output = child.StandardOutput.ReadToEnd().Trim();
                child.WaitForExit();
                return output + " of " + appliance.Name + ", " + child.ExitCode;
            }
        }
    }

#if !NETCOREAPP
    /// <summary>Calls the library in a second application domain, which is then ended.</summary>
    private static string Domain()
    {
        AppDomain domain = AppDomain.CreateDomain("second");
        try { domain.DoCallBack(() => Console.WriteLine(Constructor())); }
        finally { AppDomain.Unload(domain); }
        return Constructor();
    }
#endif

    public static int Main(string[] arguments)
    {
        try
        {
            Console.WriteLine(Kinds[arguments[0]]());
            return 0;
        }
        catch (Exception exception)
        {
            Console.WriteLine(exception.GetType().Name + ": " + exception.Message);
            return 1;
        }
    }
}

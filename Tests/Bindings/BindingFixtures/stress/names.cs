using System;
using System.Linq;
using Stress;

/// <summary>Members with the names of what emitted code calls, and shapes that emitted code finds hard.</summary>
public static class Names
{
    private static void Check(bool condition, string what)
    {
        if (condition) { return; }
        Console.Error.WriteLine("is not so: " + what);
        Environment.Exit(1);
    }

    public static void Main()
    {
        using (Ground ground = new Ground())
        {
            ground.Status = 3;
            Check(ground.Native() == 3 && ground.ImplementationsAsync().Result == 3, "the status");
            Check(ground.Times.SequenceEqual(new long[] { 2 }) && ground.Failure == null, "times and failure");
            long called = 0;
            ground.Callback(value => called = value);
            Check(called == 3, "the callback");
            Check(ground.Texts(1, 2).Single() == "1 2", "texts");
            ground[4] = 5;
            Check(ground[4] == 5 && ground[5] == 0, "the indexer");
        }
        using (Pairs pairs = new Pairs(new[] { "a", "b" }))
        {
            Check(pairs.Count == 2 && pairs.Last().Item2 == "b", "a collection of pairs");
        }
        Check(StressLibrary.Paired((first, pair) => (first + pair.Item1, pair.Item2.Length)).Equals((3L, 3L)), "pairs of a function");
        Check(((Pay.Value)new Pay.Value(6)).Item == 6, "a case called value");
        Check((Marks.HasFlagValue | Marks.ToStringValue).ToString() == "HasFlagValue, ToStringValue", "flags");
        Check(Marks.HasFlagValue.HasFlag(new Marks(1)) && new Waiting(@await: 7).Await == 7, "a flag, and a field");
        Console.WriteLine("stress in C#: all names stand for what they say");
    }
}

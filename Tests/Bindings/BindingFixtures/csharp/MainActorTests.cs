using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitchen;

/// <summary>Members of the main actor, which the program serves by a queue.</summary>
public static class MainActorTests
{
    public static void Add()
    {
        Harness.Add("members of the main actor", Members);
        Harness.Add("a class of the program implements a protocol of the main actor", Critics);
        Harness.Add("a protocol's function of the main actor that fails", Failing);
        Harness.Add("a protocol's function of the main actor whose task has not ended", Late);
    }

    private static T Result<T>(Task<T> task) { return task.GetAwaiter().GetResult(); }

    private static void Members()
    {
        Check.Equal(Result(KitchenLibrary.OnMainAsync(41)), 42L);
        using (Restaurant place = Result(Restaurant.CreateAsync("harbour")))
        using (Oven oven = new Oven())
        {
            Check.Equal(Result(place.GetNameAsync()), "harbour");
            Check.Equal(Result(place.InstallAsync(oven)), 1L);
            Check.Equal(Result(place.OpenAsync()), "harbour opens at 8");
            Check.Throws<KitchenException.Closed>(() => Result(place.OpenAsync(25)));
            Check.Equal(Result(place.GetInspectorAsync()), null);
        }
    }

    private sealed class Critic : ICritic
    {
        internal readonly List<string> Seen = new List<string>();
        internal readonly TaskCompletionSource<bool> Left = new TaskCompletionSource<bool>();
        internal Task<long> Stars = Task.FromResult(3L);

        public Task<long> StarsOfAsync(string name, CancellationToken cancellationToken)
        {
            Seen.Add(name);
            return Stars;
        }

        public Task LeaveAsync(string remark, CancellationToken cancellationToken)
        {
            Seen.Add(remark);
            return Left.Task;
        }
    }

    /// <summary>The exceptions that are reported while a critic is in a restaurant, and the stars.</summary>
    private static List<Exception> Reported(Critic critic, out long stars, Action after = null)
    {
        List<Exception> reported = new List<Exception>();
        EventHandler<CallbackFailedEventArgs> handler = (sender, arguments) => reported.Add(arguments.Exception);
        KitchenLibrary.CallbackFailed += handler;
        using (Restaurant place = Result(Restaurant.CreateAsync("harbour"))) { stars = Result(place.AdmitAsync(critic)); }
        if (after != null) { after(); }
        KitchenLibrary.CallbackFailed -= handler;
        return reported;
    }

    private static void Critics()
    {
        Critic critic = new Critic();
        critic.Left.SetResult(true);
        long stars;
        Check.Equal(Reported(critic, out stars).Count, 0);
        Check.Equal(stars, 3L);
        Check.Sequence(critic.Seen, "harbour", "3 stars");
    }

    private static void Failing()
    {
        long stars;
        InvalidOperationException strike = new InvalidOperationException("on strike");
        Critic critic = new Critic { Stars = Task.FromException<long>(strike) };
        critic.Left.SetResult(true);
        List<Exception> reported = Reported(critic, out stars);
        Check.Equal(reported.Count, 1);
        Check.True(ReferenceEquals(reported[0], strike));
        Check.Equal(stars, 0L);
    }

    private static void Late()
    {
        long stars;
        Critic waiting = new Critic { Stars = new TaskCompletionSource<long>().Task };
        waiting.Left.SetResult(true);
        List<Exception> reported = Reported(waiting, out stars);
        Check.Equal(reported.Count, 1);
        Check.True(reported[0] is InvalidOperationException, "the kind of the exception");
        Critic leaving = new Critic();
        InvalidOperationException lost = new InvalidOperationException("lost the coat");
        using (ManualResetEvent isReported = new ManualResetEvent(false))
        {
            EventHandler<CallbackFailedEventArgs> handler = (sender, arguments) => isReported.Set();
            reported = Reported(leaving, out stars, () =>
            {
                // Called after the handler that records.
                KitchenLibrary.CallbackFailed += handler;
                leaving.Left.SetException(lost);
                Check.True(isReported.WaitOne(30000), "the report");
            });
            KitchenLibrary.CallbackFailed -= handler;
        }
        Check.Equal(stars, 3L);
        Check.True(reported.Count == 1 && ReferenceEquals(reported[0], lost), "the reported exception");
    }
}

using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitchen;

/// <summary>Asynchronous calls, streams, and asynchronous functions of the program.</summary>
public static class AsynchronousTests
{
    public static void Add()
    {
        Harness.AddAsync("asynchronous calls", Calls);
        Harness.AddAsync("cancelled calls", Cancelled);
        Harness.AddAsync("cancellation races with completion", Race);
        Harness.AddAsync("continuations do not run on a thread of the library", Continuations);
        Harness.AddAsync("asynchronous functions of the program", Functions);
        Harness.AddAsync("actors and tasks", Actors);
        Harness.AddAsync("streams", Streams);
        Harness.AddAsync("streams of the program", Sources);
        Harness.Add("subscriptions", Subscriptions);
        Harness.Add("subscriptions of asynchronous functions", TaskSubscriptions);
        Harness.Add("subscriptions run on the synchronisation context", Context);
    }

    private static async Task Calls()
    {
        Check.Equal(await KitchenLibrary.EchoLaterAsync("x"), "x");
        using (Cookbook book = await Cookbook.MakeAsync("a\nb")) { Check.Equal(book.Count, 2L); }
        await Check.ThrowsAsync<KitchenException.Missing>(() => Cookbook.MakeAsync(""));
        Task<string>[] many = new Task<string>[100];
        for (int index = 0; index < many.Length; index++) { many[index] = KitchenLibrary.EchoLaterAsync("n" + index); }
        string[] texts = await Task.WhenAll(many);
        for (int index = 0; index < many.Length; index++) { Check.Equal(texts[index], "n" + index); }
    }

    private static async Task Cancelled()
    {
        using (CancellationTokenSource source = new CancellationTokenSource())
        {
            Task<long> waiting = KitchenLibrary.WaitForeverAsync(source.Token);
            Check.True(!waiting.IsCompleted);
            source.Cancel();
            await Check.ThrowsAsync<OperationCanceledException>(() => waiting);
            Check.True(waiting.IsCanceled);
            await Check.ThrowsAsync<OperationCanceledException>(() => KitchenLibrary.WaitForeverAsync(source.Token));
        }
    }

    private static async Task Race()
    {
        Random random = new Random(1);
        int cancelled = 0;
        for (int turn = 0; turn < 2000; turn++)
        {
            using (CancellationTokenSource source = new CancellationTokenSource())
            {
                Task<string> task = KitchenLibrary.EchoLaterAsync("x", source.Token);
                Thread.SpinWait(random.Next(3000));
                source.Cancel();
                try { Check.Equal(await task, "x"); }
                catch (OperationCanceledException) { cancelled++; }
            }
        }
        Check.True(cancelled <= 2000);
    }

    private static async Task Continuations()
    {
        int first = Thread.CurrentThread.ManagedThreadId;
        for (int turn = 0; turn < 100; turn++)
        {
            await KitchenLibrary.EchoLaterAsync("x").ConfigureAwait(false);
            Thread present = Thread.CurrentThread;
            Check.True(present.IsThreadPoolThread || present.ManagedThreadId == first, "a thread of the program");
        }
    }

    private static async Task Functions()
    {
        Check.Equal(await KitchenLibrary.PrepareAsync("soup", (name, token) => Task.FromResult(name + "?")), "soup?!");
        Check.Equal(
            await KitchenLibrary.PrepareAsync("soup", async (name, token) =>
            {
                await Task.Delay(5, token);
                return name;
            }),
            "soup!");
        InvalidOperationException own = new InvalidOperationException("burnt");
        LibraryException failure = await Check.ThrowsAsync<LibraryException>(
            () => KitchenLibrary.PrepareAsync("x", (name, token) => { throw own; }));
        Check.True(ReferenceEquals(failure.InnerException, own));
        using (CancellationTokenSource source = new CancellationTokenSource())
        {
            TaskCompletionSource<bool> started = new TaskCompletionSource<bool>();
            bool isCancelled = false;
            Task<string> task = KitchenLibrary.PrepareAsync("x", async (name, token) =>
            {
                started.TrySetResult(true);
                try { await Task.Delay(Timeout.Infinite, token); }
                catch (OperationCanceledException)
                {
                    isCancelled = true;
                    throw;
                }
                return name;
            }, source.Token);
            await started.Task;
            source.Cancel();
            await Check.ThrowsAsync<OperationCanceledException>(() => task);
            Check.True(isCancelled);
        }
        using (Cookbook book = new Cookbook())
        {
            Check.Equal(await KitchenLibrary.CountPagesAsync(token => Task.FromResult(book), book), 0L);
        }
    }

    private static async Task Actors()
    {
        using (Order order = new Order(7))
        {
            Check.Equal(await order.GetTableAsync(), 7L);
            Check.Equal(await order.AddAsync(new Dish("pie")), 1L);
            await order.RemarkAsync("hot");
            Check.Sequence(await order.GetRemarksAsync(), "hot");
            Check.Equal(await order.GetCaloriesAsync(), 500L);
            Check.Equal((await order.ServeAsync())[0].Name, "pie");
            await Check.ThrowsAsync<KitchenException.Closed>(() => order.ServeAsync());
        }
        using (Hob hob = await Hob.CreateAsync("left"))
        {
            Check.Equal(hob.Name, "left");
            Check.Equal(await hob.HeatByAsync(3), 3L);
        }
        Check.Equal(await KitchenLibrary.SimmeringAsync(5), 5L);
        await KitchenLibrary.CoolingToAsync(5);
        await Check.ThrowsAsync<KitchenException.Missing>(() => KitchenLibrary.SimmeringAsync(-1));
    }

    private static async Task Streams()
    {
        using (KitchenTimer timer = new KitchenTimer(3))
        {
            List<long> left = new List<long>();
            using (IntStream ticks = timer.Ticks())
            {
                while (await ticks.MoveNextAsync()) { left.Add(ticks.Current); }
                Check.True(ticks.IsEnded);
            }
            Check.Sequence(left, 3L, 2L, 1L, 0L);
            using (IntStream ticks = timer.FailingTicks())
            {
                Check.True(await ticks.MoveNextAsync() && await ticks.MoveNextAsync() && await ticks.MoveNextAsync());
                await Check.ThrowsAsync<KitchenException.TooHot>(() => ticks.MoveNextAsync());
            }
            using (Countdown countdown = timer.Countdown())
            {
                Check.True(countdown.MoveNext() && countdown.MoveNext(TimeSpan.FromSeconds(5)));
                Check.Equal(countdown.Current, 2L);
                countdown.Close();
                Check.True(!countdown.MoveNext());
            }
        }
        IntStreamSource source;
        using (IntStream silent = IntStream.Create(out source))
        using (source)
        using (CancellationTokenSource cancellation = new CancellationTokenSource())
        {
            Check.Throws<TimeoutException>(() => silent.MoveNext(TimeSpan.FromMilliseconds(5)));
            Task<bool> waiting = silent.MoveNextAsync(cancellation.Token);
            cancellation.Cancel();
            await Check.ThrowsAsync<OperationCanceledException>(() => waiting);
            source.Yield(4);
            Check.True(await silent.MoveNextAsync());
            Check.Equal(silent.Current, 4L);
        }
    }

    private static async Task Sources()
    {
        IntStreamSource source;
        using (IntStream numbers = IntStream.Create(out source))
        using (source)
        {
            Task<long> sum = KitchenLibrary.SumAsync(numbers);
            for (int number = 1; number <= 10; number++) { Check.True(source.Yield(number)); }
            source.Finish();
            Check.Equal(await sum, 55L);
            Check.True(!source.Yield(1));
        }
    }

    private static void Subscriptions()
    {
        using (KitchenTimer timer = new KitchenTimer(3))
        using (ManualResetEventSlim ended = new ManualResetEventSlim())
        {
            List<long> left = new List<long>();
            Exception failure = new Exception("not called");
            using (timer.Ticks().Subscribe(left.Add, error =>
            {
                failure = error;
                ended.Set();
            }))
            {
                Check.True(ended.Wait(TimeSpan.FromSeconds(30)));
            }
            Check.Sequence(left, 3L, 2L, 1L, 0L);
            Check.Equal(failure, null);
            ended.Reset();
            using (timer.FailingTicks().Subscribe(tick => { }, error =>
            {
                failure = error;
                ended.Set();
            }))
            {
                Check.True(ended.Wait(TimeSpan.FromSeconds(30)));
            }
            Check.True(failure is KitchenException.TooHot);
        }
        IntStreamSource source;
        IntStream endless = IntStream.Create(out source);
        int calls = 0;
        int running = 0;
        IDisposable subscription = endless.Subscribe(number =>
        {
            Interlocked.Increment(ref running);
            Thread.Sleep(1);
            Interlocked.Increment(ref calls);
            Interlocked.Decrement(ref running);
        });
        for (int number = 0; number < 50; number++) { source.Yield(number); }
        SpinWait.SpinUntil(() => Volatile.Read(ref calls) > 3, 30000);
        subscription.Dispose();
        int after = calls;
        Check.Equal(running, 0);
        Thread.Sleep(20);
        Check.Equal(calls, after);
        source.Dispose();
    }

    /// <summary>A function whose task ends later receives one element at a time; its error does not end the stream.</summary>
    private static void TaskSubscriptions()
    {
        using (KitchenTimer timer = new KitchenTimer(3))
        using (ManualResetEventSlim ended = new ManualResetEventSlim())
        {
            List<long> left = new List<long>();
            int running = 0;
            Exception failure = new Exception("not called");
            using (timer.Ticks().Subscribe(async tick =>
            {
                Check.Equal(Interlocked.Increment(ref running), 1);
                await Task.Yield();
                lock (left) { left.Add(tick); }
                Interlocked.Decrement(ref running);
            }, error =>
            {
                failure = error;
                ended.Set();
            }))
            {
                Check.True(ended.Wait(TimeSpan.FromSeconds(30)));
            }
            Check.Sequence(left, 3L, 2L, 1L, 0L);
            Check.Equal(failure, null);
            ended.Reset();
            using (timer.FailingTicks().Subscribe(async tick => await Task.Yield(), error =>
            {
                failure = error;
                ended.Set();
            }))
            {
                Check.True(ended.Wait(TimeSpan.FromSeconds(30)));
            }
            Check.True(failure is KitchenException.TooHot, "the error " + failure);
        }
        IntStreamSource source;
        IntStream endless = IntStream.Create(out source);
        using (ManualResetEventSlim began = new ManualResetEventSlim())
        {
            int calls = 0;
            TaskCompletionSource<bool> gate = new TaskCompletionSource<bool>();
            IDisposable subscription = endless.Subscribe(async number =>
            {
                Interlocked.Increment(ref calls);
                began.Set();
                await gate.Task;
            });
            source.Yield(1);
            source.Yield(2);
            Check.True(began.Wait(TimeSpan.FromSeconds(30)), "the first call");
            subscription.Dispose();
            gate.SetResult(true);
            Check.True(SpinWait.SpinUntil(() => !source.Yield(3), 30000), "the end of the stream");
            Check.Equal(calls, 1);
            subscription.Dispose();
        }
        source.Dispose();
    }

    private sealed class Recorder : SynchronizationContext
    {
        internal readonly Queue<Action> Posted = new Queue<Action>();

        public override void Post(SendOrPostCallback function, object state)
        {
            lock (Posted) { Posted.Enqueue(() => function(state)); }
        }

        internal bool RunOne()
        {
            Action action;
            lock (Posted)
            {
                if (Posted.Count == 0) { return false; }
                action = Posted.Dequeue();
            }
            action();
            return true;
        }
    }

    private static void Context()
    {
        Recorder recorder = new Recorder();
        SynchronizationContext.SetSynchronizationContext(recorder);
        int thread = Thread.CurrentThread.ManagedThreadId;
        using (KitchenTimer timer = new KitchenTimer(2))
        {
            List<long> left = new List<long>();
            bool isEnded = false;
            using (timer.Ticks().Subscribe(tick =>
            {
                Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
                left.Add(tick);
            }, error => isEnded = true))
            {
                SpinWait.SpinUntil(() =>
                {
                    recorder.RunOne();
                    return isEnded;
                }, 30000);
            }
            Check.Sequence(left, 2L, 1L, 0L);
            left.Clear();
            isEnded = false;
            using (timer.Ticks().Subscribe(async tick =>
            {
                await Task.Yield();
                Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
                left.Add(tick);
            }, error => isEnded = true))
            {
                SpinWait.SpinUntil(() =>
                {
                    recorder.RunOne();
                    return isEnded;
                }, 30000);
            }
            Check.Sequence(left, 2L, 1L, 0L);
        }
        SynchronizationContext.SetSynchronizationContext(null);
    }
}

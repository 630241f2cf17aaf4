using System;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace RemoteControl
{
    /// <summary>The loop of a program without a window: runs everything on one thread, as the loop of a window does.</summary>
    public sealed class EventLoop : SynchronizationContext
    {
        private readonly BlockingCollection<Action> posted = new BlockingCollection<Action>();

        public override void Post(SendOrPostCallback function, object state) { posted.Add(() => function(state)); }

        public override void Send(SendOrPostCallback function, object state)
        {
            throw new NotSupportedException("a call that waits for the loop could wait for ever");
        }

        /// <summary>Runs a function in a loop on this thread, until its task has ended.</summary>
        public static void Run(Func<EventLoop, Task> function)
        {
            EventLoop loop = new EventLoop();
            SynchronizationContext previous = Current;
            SetSynchronizationContext(loop);
            try
            {
                Task task = function(loop);
                loop.Until(() => task.IsCompleted, Timeout.InfiniteTimeSpan);
                task.GetAwaiter().GetResult();
            }
            finally { SetSynchronizationContext(previous); }
        }

        /// <summary>Runs what is posted until a condition holds, which is checked after each. Returns false if that is not so in time.</summary>
        public bool Until(Func<bool> condition, TimeSpan limit)
        {
            Stopwatch watch = Stopwatch.StartNew();
            while (!condition())
            {
                Action action;
                int left = limit == Timeout.InfiniteTimeSpan ? -1 : (int)Math.Max((limit - watch.Elapsed).TotalMilliseconds, 0);
                if (!posted.TryTake(out action, left)) { return false; }
                action();
            }
            return true;
        }
    }
}

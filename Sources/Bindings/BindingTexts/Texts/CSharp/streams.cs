    /// <summary>
    /// Elements that arrive over time, for one consumer: <see cref="MoveNextAsync"/> and <see cref="Current"/>, or <c>Subscribe</c>.
    /// </summary>
    public abstract class LibraryStream<T> : LibraryObject, global::System.IObservable<T>
#if NET8_0_OR_GREATER
        , global::System.Collections.Generic.IAsyncEnumerable<T>
#endif
    {
        internal LibraryStream(ObjectHandle handle) : base(handle) { }

        internal abstract int WaitForNext(long limit, out T element);

        internal abstract int TakeNext(out T element);

        internal abstract int NotifyWhenReady(global::System.IntPtr function, global::System.IntPtr context);

        internal abstract int CloseNative();

        internal abstract unsafe int SubscribeNative(global::System.IntPtr onEnd, global::System.IntPtr context, ulong* result);

        /// <summary>The element that <see cref="MoveNextAsync"/>, <see cref="MoveNext"/> or <see cref="TryNext"/> has returned last.</summary>
        public T Current { get; private set; }

        /// <summary>Whether the stream has ended.</summary>
        public bool IsEnded { get; private set; }

        /// <summary>Waits for the next element, which is <see cref="Current"/> then; blocks.</summary>
        /// <param name="limit">the limit of the wait; null for none</param>
        /// <returns>false at the end</returns>
        /// <exception cref="T:System.TimeoutException">no element arrived in time</exception>
        public bool MoveNext(global::System.TimeSpan? limit = null)
        {
            T element;
            int status = WaitForNext(Times_.Limit(limit), out element);
            if (status == Status_.TimedOut) { throw new global::System.TimeoutException("no element arrived in time"); }
            return Accept(status, element);
        }

        /// <summary>Returns the next element if one is available; otherwise requests one.</summary>
        /// <param name="element">the element</param>
        /// <returns>whether there is one</returns>
        public bool TryNext(out T element)
        {
            return Accept(TakeNext(out element), element);
        }

        private bool Accept(int status, T element)
        {
            if (status == Status_.End) { IsEnded = true; }
            if (status == Status_.Ok) { Current = element; }
            return status == Status_.Ok;
        }

        /// <summary>In nanoseconds.</summary>
        private const long ShortWait = 200000;

        /// <summary>Waits for the next element, which is <see cref="Current"/> then.</summary>
        /// <param name="cancellationToken">ends the wait; no element is lost</param>
        /// <returns>false at the end</returns>
        public async global::System.Threading.Tasks.Task<bool> MoveNextAsync(
            global::System.Threading.CancellationToken cancellationToken = default(global::System.Threading.CancellationToken))
        {
            while (true)
            {
                cancellationToken.ThrowIfCancellationRequested();
                T element;
                int status = TakeNext(out element);
                // Going on with another thread takes about as long as this wait, which no thread of a user interface makes.
                if (status == Status_.Pending && global::System.Threading.SynchronizationContext.Current == null)
                {
                    status = WaitForNext(ShortWait, out element);
                    if (status == Status_.TimedOut) { status = Status_.Pending; }
                }
                if (status != Status_.Pending) { return Accept(status, element); }
                await Ready.Wait(this, cancellationToken).ConfigureAwait(false);
            }
        }

        /// <summary>Ends the stream. May be called again.</summary>
        public void Close()
        {
            Failure_.Check(CloseNative());
            global::System.GC.KeepAlive(this);
        }

        /// <summary>
        /// Calls a function with each element: on the present <see cref="T:System.Threading.SynchronizationContext"/>, if there is one,
        /// otherwise on a thread of the library.
        /// </summary>
        /// <param name="onElement">receives the elements, one after the other</param>
        /// <param name="onEnd">receives the error at the end of the stream, or null; it is not called after the subscription has ended</param>
        /// <returns>the subscription; its end is that of the stream</returns>
        public global::System.IDisposable Subscribe(
            global::System.Action<T> onElement, global::System.Action<global::System.Exception/*?*/>/*?*/ onEnd = null)
        {
            if (onElement == null) { throw new global::System.ArgumentNullException("onElement"); }
            StreamSubscription<T> subscription = new StreamSubscription<T>(this, onElement, onEnd);
            subscription.Start();
            return subscription;
        }

        /// <summary>
        /// Calls an asynchronous function with each element, the next one when the task of the last has ended: on the present
        /// <see cref="T:System.Threading.SynchronizationContext"/>, if there is one, otherwise on a thread of the program.
        /// </summary>
        /// <param name="onElement">receives the elements, one after the other</param>
        /// <param name="onEnd">receives the error at the end of the stream, or null; it is not called after the subscription has ended</param>
        /// <returns>the subscription; its end is that of the stream, and does not wait for a task that runs</returns>
        public global::System.IDisposable Subscribe(
            global::System.Func<T, global::System.Threading.Tasks.Task> onElement,
            global::System.Action<global::System.Exception/*?*/>/*?*/ onEnd = null)
        {
            if (onElement == null) { throw new global::System.ArgumentNullException("onElement"); }
            TaskSubscription<T> subscription = new TaskSubscription<T>(this, onElement, onEnd);
            subscription.Start();
            return subscription;
        }

        /// <summary>Calls an observer with each element, as the other <c>Subscribe</c> does.</summary>
        /// <param name="observer">receives the elements and the end</param>
        /// <returns>the subscription; its end is that of the stream</returns>
        public global::System.IDisposable Subscribe(global::System.IObserver<T> observer)
        {
            if (observer == null) { throw new global::System.ArgumentNullException("observer"); }
            return Subscribe(observer.OnNext, error =>
            {
                if (error == null) { observer.OnCompleted(); }
                else { observer.OnError(error); }
            });
        }

#if NET8_0_OR_GREATER
        /// <summary>Iterates over the elements. The end of the iteration is that of the stream.</summary>
        /// <param name="cancellationToken">ends the iteration</param>
        /// <returns>the iterator</returns>
        public async global::System.Collections.Generic.IAsyncEnumerator<T> GetAsyncEnumerator(
            global::System.Threading.CancellationToken cancellationToken = default)
        {
            try
            {
                while (await MoveNextAsync(cancellationToken).ConfigureAwait(false)) { yield return Current; }
            }
            finally { Close(); }
        }
#endif

        /// <summary>A wait for the next element.</summary>
        private sealed class Ready : StreamListener
        {
            private readonly global::System.Threading.Tasks.TaskCompletionSource<bool> source =
                new global::System.Threading.Tasks.TaskCompletionSource<bool>(
                    global::System.Threading.Tasks.TaskCreationOptions.RunContinuationsAsynchronously);

            internal static async global::System.Threading.Tasks.Task Wait(
                LibraryStream<T> stream, global::System.Threading.CancellationToken token)
            {
                Ready ready = new Ready();
                Failure_.Check(stream.NotifyWhenReady(Pointer, new Callback_(ready).Context()));
                if (!token.CanBeCanceled)
                {
                    await ready.source.Task.ConfigureAwait(false);
                    return;
                }
                using (token.Register(state => ((Ready)state).source.TrySetCanceled(token), ready))
                {
                    await ready.source.Task.ConfigureAwait(false);
                }
            }

            internal override void Arrive() { source.TrySetResult(true); }
        }
    }

    /// <summary>Is notified by the library once.</summary>
    internal abstract class StreamListener
    {
        private static readonly ContextFunction ReadyFunction = Notify;

        internal static readonly global::System.IntPtr Pointer =
            global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(ReadyFunction);

        internal abstract void Arrive();

        private static void Notify(global::System.IntPtr context)
        {
            LibraryThreads_.Enter();
            if (LibraryThreads_.IsEnding) { return; }
            try { ((StreamListener)Callback_.Of(context).Function).Arrive(); }
            catch (global::System.Exception exception) { Callback_.Report(exception); }
        }
    }

    /// <summary>Is told by the library that a stream has ended.</summary>
    internal abstract unsafe class EndListener : StreamListener
    {
        [global::System.Runtime.InteropServices.UnmanagedFunctionPointer(
            global::System.Runtime.InteropServices.CallingConvention.Cdecl)]
        private delegate void EndFunction(void* error, global::System.IntPtr context);

        private static readonly EndFunction Ended = NotifyEnd;

        internal static readonly global::System.IntPtr EndPointer =
            global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(Ended);

        internal abstract void End(global::System.Exception error);

        private static void NotifyEnd(void* error, global::System.IntPtr context)
        {
            LibraryThreads_.Enter();
            if (LibraryThreads_.IsEnding) { return; }
            try { ((EndListener)Callback_.Of(context).Function).End(Failure_.Read(error)); }
            catch (global::System.Exception exception) { Callback_.Report(exception); }
        }
    }

    /// <summary>
    /// The calls of a function of the program with the elements of a stream, one after the other: by the library, or, where there is a
    /// place, taken there as they arrive.
    /// </summary>
    internal sealed unsafe class StreamSubscription<T> : EndListener, global::System.IDisposable
    {
        private readonly LibraryStream<T> stream;
        private readonly global::System.Action<T> onElement;
        private readonly global::System.Action<global::System.Exception> onEnd;
        private readonly global::System.Threading.SynchronizationContext place = global::System.Threading.SynchronizationContext.Current;
        // Held while a function of the program runs.
        private readonly object running = new object();
        private volatile bool isEnded;
        // The library's subscription; null where elements are taken.
        private ObjectHandle handle;

        internal StreamSubscription(
            LibraryStream<T> stream, global::System.Action<T> onElement, global::System.Action<global::System.Exception> onEnd)
        {
            this.stream = stream;
            this.onElement = onElement;
            this.onEnd = onEnd;
        }

        internal void Start()
        {
            int status = place == null ? Subscribe() : Request();
            if (status == Status_.ShutDown) { End(null); }
            else { Failure_.Check(status); }
        }

        private int Subscribe()
        {
            ulong bits = 0;
            int status = stream.SubscribeNative(EndPointer, new Callback_(this).Context(), &bits);
            if (status != Status_.Ok) { return status; }
            global::System.Threading.Interlocked.Exchange(ref handle, new SubscriptionHandle().Owning(bits));
            // A function of the program may have ended the subscription already.
            if (isEnded) { Cancel(); }
            return status;
        }

        private int Request() { return stream.NotifyWhenReady(Pointer, new Callback_(this).Context()); }

        internal override void Arrive() { place.Post(state => ((StreamSubscription<T>)state).Deliver(), this); }

        /// <summary>Calls the function of the program with an element.</summary>
        internal void Receive(T element)
        {
            lock (running)
            {
                if (isEnded) { return; }
                try { onElement(element); }
                catch (global::System.Exception exception) { Callback_.Report(exception); }
            }
        }

        private void Deliver()
        {
            while (!isEnded)
            {
                T element;
                int status;
                try { status = stream.TakeNext(out element); }
                catch (global::System.Exception exception)
                {
                    End(exception);
                    return;
                }
                if (status == Status_.Pending)
                {
                    try { Start(); }
                    catch (global::System.Exception exception) { End(exception); }
                    return;
                }
                if (status != Status_.Ok)
                {
                    End(null);
                    return;
                }
                Receive(element);
            }
        }

        internal override void End(global::System.Exception error)
        {
            lock (running)
            {
                if (isEnded) { return; }
                isEnded = true;
                try
                {
                    if (onEnd != null) { onEnd(error); }
                    else if (error != null) { Callback_.Report(error); }
                }
                catch (global::System.Exception exception) { Callback_.Report(exception); }
            }
        }

        private void Cancel()
        {
            ObjectHandle own = global::System.Threading.Interlocked.Exchange(ref handle, null);
            if (own != null) { own.Dispose(); }
        }

        /// <summary>Ends the subscription and the stream: then no function is running, and none will be called.</summary>
        public void Dispose()
        {
            isEnded = true;
            lock (running) { }
            Cancel();
            try { stream.Close(); }
            catch (global::System.ObjectDisposedException)
            {
                // It was released.
            }
            stream.Dispose();
        }
    }

    /// <summary>The calls of an asynchronous function of the program with the elements of a stream, one after the other.</summary>
    internal sealed class TaskSubscription<T> : global::System.IDisposable
    {
        private readonly LibraryStream<T> stream;
        private readonly global::System.Func<T, global::System.Threading.Tasks.Task> onElement;
        private readonly global::System.Action<global::System.Exception> onEnd;
        private readonly global::System.Threading.CancellationTokenSource ending = new global::System.Threading.CancellationTokenSource();

        internal TaskSubscription(
            LibraryStream<T> stream, global::System.Func<T, global::System.Threading.Tasks.Task> onElement,
            global::System.Action<global::System.Exception> onEnd)
        {
            this.stream = stream;
            this.onElement = onElement;
            this.onEnd = onEnd;
        }

        internal void Start()
        {
            // What fails is reported by Run itself.
            global::System.Threading.Tasks.Task running = global::System.Threading.SynchronizationContext.Current != null
                ? Run()
                : global::System.Threading.Tasks.Task.Run(new global::System.Func<global::System.Threading.Tasks.Task>(Run));
            global::System.GC.KeepAlive(running);
        }

        // On one context, which each await returns to.
        private async global::System.Threading.Tasks.Task Run()
        {
            global::System.Exception error = null;
            try
            {
                while (await stream.MoveNextAsync(ending.Token) && !ending.IsCancellationRequested)
                {
                    try { await onElement(stream.Current); }
                    catch (global::System.Exception exception) { Callback_.Report(exception); }
                }
            }
            catch (global::System.Exception exception) { error = exception; }
            if (ending.IsCancellationRequested) { return; }
            try
            {
                if (onEnd != null) { onEnd(error); }
                else if (error != null) { Callback_.Report(error); }
            }
            catch (global::System.Exception exception) { Callback_.Report(exception); }
        }

        /// <summary>Ends the subscription and the stream: no function will be called.</summary>
        public void Dispose()
        {
            ending.Cancel();
            try { stream.Close(); }
            catch (global::System.ObjectDisposedException)
            {
                // It was released.
            }
            stream.Dispose();
        }
    }

    /// <summary>The producing side of a stream.</summary>
    public abstract class LibrarySource<T> : LibraryObject
    {
        internal LibrarySource(ObjectHandle handle) : base(handle) { }

        internal abstract int YieldNative(T element);

        internal abstract int FinishNative(global::System.Exception error);

        /// <summary>Appends an element.</summary>
        /// <param name="element">the element</param>
        /// <returns>whether the stream has accepted it: false, if it has ended</returns>
        public bool Yield(T element)
        {
            int status = YieldNative(element);
            Failure_.Check(status);
            return status == Status_.Ok;
        }

        /// <summary>Ends the stream after the queued elements.</summary>
        /// <param name="error">the reason; null: the stream is complete</param>
        public void Finish(global::System.Exception/*?*/ error = null) { Failure_.Check(FinishNative(error)); }
    }

    /// <summary>An owner of an object of the library.</summary>
    internal abstract class ObjectHandle : global::System.Runtime.InteropServices.SafeHandle
    {
        protected ObjectHandle() : base(global::System.IntPtr.Zero, true) { }

        public override bool IsInvalid { get { return handle == global::System.IntPtr.Zero; } }

        /// <summary>The number by which the library finds the object.</summary>
        internal ulong Bits { get { return unchecked((ulong)handle.ToInt64()); } }

        /// <summary>Becomes the owner of an object.</summary>
        internal ObjectHandle Owning(ulong bits)
        {
            SetHandle(new global::System.IntPtr(unchecked((long)bits)));
            BeginLife();
            return this;
        }

        /// <summary>Is called when this has become an owner.</summary>
        internal virtual void BeginLife() { }

        /// <summary>Adds an owner, whose number is the same.</summary>
        internal abstract int Retain(ulong bits);

        /// <summary>Another owner of the same object.</summary>
        internal abstract ObjectHandle Other();
    }

    /// <summary>
    /// Owners of objects with memory of the library that were not disposed. The library may have few of them and wait
    /// until one is released, while each is small for the garbage collector, which would not run for them.
    /// </summary>
    internal static class Lent_
    {
        private const int Step = 8;
        private static int count;
        private static int next = Step;

        internal static void Add()
        {
            int present = global::System.Threading.Interlocked.Increment(ref count);
            if (present < global::System.Threading.Volatile.Read(ref next)) { return; }
            global::System.Threading.Volatile.Write(ref next, present + Step);
            global::System.GC.Collect();
        }

        internal static void Remove()
        {
            int present = global::System.Threading.Interlocked.Decrement(ref count);
            // A program that disposes its objects stays below the next collection.
            if (global::System.Threading.Volatile.Read(ref next) > present + 2 * Step)
            {
                global::System.Threading.Volatile.Write(ref next, present + Step);
            }
        }
    }

    /// <summary>
    /// An object of the library. <see cref="Dispose()"/> ends this owner; the object lives as long as the library uses it. Members may be
    /// called from any thread.
    /// </summary>
    public abstract class LibraryObject : global::System.IDisposable
    {
        private readonly ObjectHandle handle;

        internal LibraryObject(ObjectHandle handle) { this.handle = handle; }

        /// <summary>The number of the object for a call, during which the caller keeps this object alive.</summary>
        internal ulong Bits
        {
            get
            {
                if (handle.IsClosed) { throw new global::System.ObjectDisposedException(GetType().Name); }
                return handle.Bits;
            }
        }

        /// <summary>The number of the object for an owner that the library becomes.</summary>
        internal ulong RetainedBits()
        {
            ulong bits = Bits;
            Failure_.Check(handle.Retain(bits));
            global::System.GC.KeepAlive(this);
            return bits;
        }

        /// <summary>The handle, which stays valid until it is released (<c>DangerousRelease</c>), also if this object is disposed.</summary>
        internal ObjectHandle Retained()
        {
            if (handle.IsClosed) { throw new global::System.ObjectDisposedException(GetType().Name); }
            bool isRetained = false;
            handle.DangerousAddRef(ref isRetained);
            return handle;
        }

        /// <summary>Ends this owner of the object. May be called again.</summary>
        public void Dispose()
        {
            Dispose(true);
            global::System.GC.SuppressFinalize(this);
        }

        /// <summary>Ends this owner of the object.</summary>
        /// <param name="disposing">Always true: objects have no finalizers of their own.</param>
        protected virtual void Dispose(bool disposing) { handle.Dispose(); }
    }

    /// <summary>An owner of an operation.</summary>
    internal sealed class OperationHandle : ObjectHandle
    {
        public OperationHandle() { }

        protected override bool ReleaseHandle() { return Native_.the_prefix_operation_release(Bits) >= 0; }

        internal override int Retain(ulong bits) { return Native_.the_prefix_operation_retain(bits); }

        internal override ObjectHandle Other() { return new OperationHandle(); }
    }

    /// <summary>An owner of a subscription.</summary>
    internal sealed class SubscriptionHandle : ObjectHandle
    {
        public SubscriptionHandle() { }

        protected override bool ReleaseHandle() { return Native_.the_prefix_subscription_release(Bits) >= 0; }

        internal override int Retain(ulong bits) { return Native_.the_prefix_subscription_retain(bits); }

        internal override ObjectHandle Other() { return new SubscriptionHandle(); }
    }

    /// <summary>Calls of a function of the program. They end with <see cref="Cancel"/> or <see cref="LibraryObject.Dispose()"/>.</summary>
    public sealed class Subscription : LibraryObject
    {
        internal Subscription(ObjectHandle handle) : base(handle) { }

        /// <summary>Ends the calls: when this returns, the function is not running and will not be called again.</summary>
        public void Cancel()
        {
            Failure_.Check(Native_.the_prefix_subscription_cancel(Bits));
            global::System.GC.KeepAlive(this);
        }

        /// <inheritdoc/>
        protected override void Dispose(bool disposing)
        {
            try { Cancel(); }
            catch (global::System.ObjectDisposedException) { return; }
            base.Dispose(disposing);
        }
    }

    /// <summary>An owner of a queue.</summary>
    internal sealed class QueueHandle : ObjectHandle
    {
        public QueueHandle() { }

        protected override bool ReleaseHandle() { return Native_.the_prefix_queue_release(Bits) >= 0; }

        internal override int Retain(ulong bits) { return Native_.the_prefix_queue_retain(bits); }

        internal override ObjectHandle Other() { return new QueueHandle(); }
    }

    /// <summary>Functions that the library calls on a thread of the program, such as that of its user interface.</summary>
    public sealed unsafe class Queue : LibraryObject
    {
        /// <summary>Creates a queue. The program calls <see cref="RunPending"/>.</summary>
        public Queue() : base(Make(false)) { }

        internal Queue(ObjectHandle handle) : base(handle) { }

        /// <summary>The queue for the main thread. Functions that the library restricts to the main thread run only there. The library is
        /// loaded by the first call of one of its functions, which must be on that thread, too.</summary>
        public static Queue Main { get { return new Queue(Make(true)); } }

        /// <summary>The file descriptor that is readable while there are functions to call.</summary>
        public int Descriptor
        {
            get
            {
                int descriptor;
                Failure_.Check(Native_.the_prefix_queue_descriptor(Bits, &descriptor));
                global::System.GC.KeepAlive(this);
                return descriptor;
            }
        }

        /// <summary>Calls the functions that wait, on this thread.</summary>
        /// <returns>their number</returns>
        public long RunPending()
        {
            ulong count;
            Failure_.Check(Native_.the_prefix_queue_run_pending(Bits, &count));
            global::System.GC.KeepAlive(this);
            return (long)count;
        }

        private static ObjectHandle Make(bool isMain)
        {
            if (!Loader_.IsLoaded) { throw Loader_.Missing(); }
            ulong bits;
            Failure_.Check(isMain ? Native_.the_prefix_queue_main(&bits) : Native_.the_prefix_queue_create(&bits));
            return new QueueHandle().Owning(bits);
        }
    }

    /// <summary>
    /// Bytes of an object of the library, without a copy. They are valid until this is disposed or no longer referenced; those of a stream
    /// or of pinned memory, until that is.
    /// </summary>
    public sealed unsafe class NativeBytes : global::System.IDisposable
    {
        // Retained for this object, which releases it once.
        private readonly ObjectHandle owner;
        private readonly byte* data;
        private readonly int length;
        private Manager manager;
        private int isReleased;

        internal NativeBytes(ObjectHandle owner, Native_.the_prefix_bytes bytes)
        {
            this.owner = owner;
            data = bytes.data;
            length = (int)bytes.size;
            if (bytes.size > int.MaxValue)
            {
                Dispose();
                throw new global::System.OverflowException("more bytes than a span can have");
            }
        }

        /// <summary>Another owner of the bytes of another.</summary>
        private NativeBytes(NativeBytes other)
        {
            data = other.Data;
            length = other.length;
            bool isRetained = false;
            try { other.owner.DangerousAddRef(ref isRetained); }
            finally { isReleased = isRetained ? 0 : 1; }
            owner = other.owner;
        }

        private byte* Data
        {
            get
            {
                if (isReleased != 0) { throw new global::System.ObjectDisposedException("NativeBytes"); }
                return data;
            }
        }

        /// <summary>The number of bytes.</summary>
        public int Length { get { return length; } }

        /// <summary>The bytes. The caller keeps this object referenced as long as it uses them.</summary>
        public global::System.ReadOnlySpan<byte> Span { get { return new global::System.ReadOnlySpan<byte>(Data, length); } }

        /// <summary>The bytes, which keep the memory alive.</summary>
        public global::System.ReadOnlyMemory<byte> Memory
        {
            get
            {
                if (manager == null) { manager = new Manager(this); }
                return manager.Memory;
            }
        }

        /// <summary>Copies the bytes.</summary>
        /// <returns>an array</returns>
        public byte[] ToArray()
        {
            byte[] copy = Span.ToArray();
            global::System.GC.KeepAlive(this);
            return copy;
        }

        /// <summary>A stream that reads the bytes without a copy, and keeps the memory alive until it is disposed.</summary>
        /// <returns>the stream</returns>
        public global::System.IO.Stream OpenStream() { return new Reader(new NativeBytes(this)); }

        /// <summary>Ends the access to the bytes.</summary>
        public void Dispose()
        {
            Release();
            global::System.GC.SuppressFinalize(this);
        }

        /// <summary>Ends the access to the bytes.</summary>
        ~NativeBytes() { Release(); }

        private void Release()
        {
            if (global::System.Threading.Interlocked.Exchange(ref isReleased, 1) == 0) { owner.DangerousRelease(); }
        }

        private sealed class Manager : global::System.Buffers.MemoryManager<byte>
        {
            // Keeps the memory alive.
            private readonly NativeBytes bytes;
            // Each pin has an owner of its own.
            private readonly global::System.Collections.Generic.Stack<NativeBytes> pins =
                new global::System.Collections.Generic.Stack<NativeBytes>();

            internal Manager(NativeBytes bytes) { this.bytes = bytes; }

            public override global::System.Span<byte> GetSpan() { return new global::System.Span<byte>(bytes.Data, bytes.length); }

            public override global::System.Buffers.MemoryHandle Pin(int elementIndex = 0)
            {
                if ((uint)elementIndex > (uint)bytes.length) { throw new global::System.ArgumentOutOfRangeException("elementIndex"); }
                NativeBytes own = new NativeBytes(bytes);
                lock (pins) { pins.Push(own); }
                return new global::System.Buffers.MemoryHandle(
                    own.data + elementIndex, default(global::System.Runtime.InteropServices.GCHandle), this);
            }

            public override void Unpin()
            {
                lock (pins) { if (pins.Count > 0) { pins.Pop().Dispose(); } }
            }

            protected override void Dispose(bool disposing) { bytes.Dispose(); }
        }

        private sealed class Reader : global::System.IO.UnmanagedMemoryStream
        {
            // Keeps the memory alive until the end of each function that reads it.
            private readonly NativeBytes bytes;

            internal Reader(NativeBytes bytes) : base(bytes.Data, bytes.length) { this.bytes = bytes; }

            public override int ReadByte()
            {
                int value = base.ReadByte();
                global::System.GC.KeepAlive(bytes);
                return value;
            }

            public override int Read(byte[] buffer, int offset, int count)
            {
                int read = base.Read(buffer, offset, count);
                global::System.GC.KeepAlive(bytes);
                return read;
            }

            protected override void Dispose(bool disposing)
            {
                base.Dispose(disposing);
                if (disposing) { bytes.Dispose(); }
            }
        }
    }

    /// <summary>An object of the program that implements a protocol of the library, as the library keeps it.</summary>
    internal sealed class Implementation_
    {
        private readonly global::System.WeakReference target;
        /// <summary>The object, while the library may call it without the program's keeping it.</summary>
        internal object Kept;
        /// <summary>The number of calls under way that pass it.</summary>
        internal int Uses;
        internal ulong Bits;

        internal Implementation_(object value)
        {
            target = new global::System.WeakReference(value);
            Kept = value;
        }

        /// <summary>The object; null if it was collected.</summary>
        internal object Target { get { return Kept ?? target.Target; } }
    }

    /// <summary>Makes one object of the library for each object of the program.</summary>
    internal static unsafe class Implementations_
    {
        private static readonly ContextFunction ReleaseFunction = ReleaseImplementation;

        /// <summary>The C function that releases the context of an implementation.</summary>
        internal static readonly global::System.IntPtr Release =
            global::System.Runtime.InteropServices.Marshal.GetFunctionPointerForDelegate(ReleaseFunction);

        private sealed class Link
        {
            internal global::System.Type Kind;
            internal ObjectHandle Owner;
            internal Implementation_ Implementation;
        }

        private static readonly global::System.Runtime.CompilerServices.ConditionalWeakTable<
            object, global::System.Collections.Generic.List<Link>> Links =
            new global::System.Runtime.CompilerServices.ConditionalWeakTable<
                object, global::System.Collections.Generic.List<Link>>();

        /// <summary>Those that the library may keep.</summary>
        private static readonly global::System.Collections.Generic.HashSet<Implementation_> Kept =
            new global::System.Collections.Generic.HashSet<Implementation_>();

        /// <summary>Makes the library's object with a context.</summary>
        internal delegate ulong Maker(global::System.IntPtr context);

        /// <summary>The number of the library's object for one of the program, for a call or as a result.</summary>
        internal static ulong Lend(Arena_ arena, object value, global::System.Type kind, Maker make, global::System.Func<ObjectHandle> owner)
        {
            lock (Links)
            {
                Sentinel.Start();
                global::System.Collections.Generic.List<Link> links = Links.GetOrCreateValue(value);
                Link link = links.Find(each => each.Kind == kind);
                if (link == null)
                {
                    link = new Link { Kind = kind, Implementation = new Implementation_(value) };
                    ulong bits = make(global::System.Runtime.InteropServices.GCHandle.ToIntPtr(
                        global::System.Runtime.InteropServices.GCHandle.Alloc(link.Implementation)));
                    link.Implementation.Bits = bits;
                    link.Owner = owner().Owning(bits);
                    links.Add(link);
                }
                link.Implementation.Kept = value;
                Kept.Add(link.Implementation);
                if (arena.IsGiven) { Failure_.Check(link.Owner.Retain(link.Implementation.Bits)); }
                else
                {
                    link.Implementation.Uses++;
                    arena.Lend(link.Implementation);
                }
                return link.Implementation.Bits;
            }
        }

        /// <summary>An object of the library that calls one of the program, and has the default implementation of one function.</summary>
        internal static ObjectHandle Default(object value, Maker make, ObjectHandle owner)
        {
            global::System.IntPtr context = global::System.Runtime.InteropServices.GCHandle.ToIntPtr(
                global::System.Runtime.InteropServices.GCHandle.Alloc(new Implementation_(value)));
            return owner.Owning(make(context));
        }

        /// <summary>Ends a call that passed an implementation.</summary>
        internal static void Return(Implementation_ implementation)
        {
            lock (Links) { implementation.Uses--; }
        }

        /// <summary>The object of the program that implements one of the library; null if the library implements it.</summary>
        internal static object Find(ulong bits)
        {
            global::System.IntPtr context = Native_.the_prefix_implementation(bits, Release, null);
            return context == global::System.IntPtr.Zero ? null : Of(context).Target;
        }

        internal static Implementation_ Of(global::System.IntPtr context)
        {
            return (Implementation_)global::System.Runtime.InteropServices.GCHandle.FromIntPtr(context).Target;
        }

        /// <summary>Finds out which objects the library has ended keeping.</summary>
        internal static void Settle()
        {
            lock (Links)
            {
                Kept.RemoveWhere(each =>
                {
                    if (each.Uses > 0 || IsKept(each.Bits)) { return false; }
                    each.Kept = null;
                    return true;
                });
            }
        }

        private static bool IsKept(ulong bits)
        {
            byte isKept = 0;
            return Native_.the_prefix_implementation(bits, Release, &isKept) != global::System.IntPtr.Zero && isKept != 0;
        }

        private static void ReleaseImplementation(global::System.IntPtr context)
        {
            LibraryThreads_.Enter();
            if (context == global::System.IntPtr.Zero) { return; }
            Of(context).Kept = null;
            global::System.Runtime.InteropServices.GCHandle.FromIntPtr(context).Free();
        }

        /// <summary>Settles after each collection: its finalizer runs then.</summary>
        private sealed class Sentinel
        {
            private static bool isStarted;

            internal static void Start()
            {
                if (isStarted) { return; }
                isStarted = true;
                global::System.GC.KeepAlive(new Sentinel());
            }

            ~Sentinel()
            {
                if (global::System.Environment.HasShutdownStarted) { return; }
                Settle();
                global::System.GC.ReRegisterForFinalize(this);
            }
        }
    }

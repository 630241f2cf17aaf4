    /// <summary>
    /// Memory, pinned arrays and objects that live until a call has returned. In a result that the library receives, memory and objects
    /// become the library's.
    /// </summary>
    internal sealed unsafe class Arena_ : global::System.IDisposable
    {
        private static readonly global::System.Text.Encoding Utf8 = new global::System.Text.UTF8Encoding(false, true);

        private readonly bool isGiven;
        private global::System.Collections.Generic.List<global::System.IntPtr> blocks;
        private global::System.Collections.Generic.List<global::System.Runtime.InteropServices.GCHandle> pins;
        private global::System.Collections.Generic.List<object> kept;
        private global::System.Collections.Generic.List<ObjectHandle> temporary;
        private global::System.Collections.Generic.List<Implementation_> lent;
        private global::System.Collections.Generic.List<global::System.IntPtr> errors;

        /// <param name="isGiven">Whether the library receives the values; otherwise they are valid until this is disposed.</param>
        internal Arena_(bool isGiven = false) { this.isGiven = isGiven; }

        internal bool IsGiven { get { return isGiven; } }

        /// <summary>Memory of zeros.</summary>
        internal void* Allocate(int count, int size)
        {
            long length = global::System.Math.Max(1, (long)count * size);
            global::System.IntPtr block = global::System.Runtime.InteropServices.Marshal.AllocHGlobal(new global::System.IntPtr(length));
            new global::System.Span<byte>((void*)block, checked((int)length)).Clear();
            if (!isGiven)
            {
                Add(block);
                return (void*)block;
            }
            Native_.the_prefix_bytes zeros;
            zeros.data = (byte*)block;
            zeros.size = (ulong)length;
            Native_.the_prefix_bytes copy = Native_.the_prefix_bytes_copy(zeros);
            global::System.Runtime.InteropServices.Marshal.FreeHGlobal(block);
            return copy.data;
        }

        private void Add(global::System.IntPtr block)
        {
            if (blocks == null) { blocks = new global::System.Collections.Generic.List<global::System.IntPtr>(); }
            blocks.Add(block);
        }

        internal Native_.the_prefix_string Text(string text)
        {
            Native_.the_prefix_string result = default(Native_.the_prefix_string);
            if (text == null) { return result; }
            int size = Utf8.GetByteCount(text);
            result.size = (ulong)size;
            result.data = (byte*)Allocate(size + 1, 1);
            if (size > 0)
            {
                fixed (char* characters = text) { Utf8.GetBytes(characters, text.Length, result.data, size); }
            }
            return result;
        }

        internal Native_.the_prefix_string Text(global::System.Uri address) { return Text(address == null ? null : address.OriginalString); }

        internal Native_.the_prefix_bytes Bytes(byte[] bytes)
        {
            Native_.the_prefix_bytes result = default(Native_.the_prefix_bytes);
            if (bytes == null) { return result; }
            result.size = (ulong)bytes.Length;
            if (isGiven || bytes.Length == 0)
            {
                result.data = (byte*)Allocate(bytes.Length, 1);
                global::System.Runtime.InteropServices.Marshal.Copy(bytes, 0, (global::System.IntPtr)result.data, bytes.Length);
                return result;
            }
            if (pins == null)
            {
                pins = new global::System.Collections.Generic.List<global::System.Runtime.InteropServices.GCHandle>();
            }
            global::System.Runtime.InteropServices.GCHandle pin = global::System.Runtime.InteropServices.GCHandle.Alloc(
                bytes, global::System.Runtime.InteropServices.GCHandleType.Pinned);
            pins.Add(pin);
            result.data = (byte*)pin.AddrOfPinnedObject();
            return result;
        }

        /// <summary>The number of an object, or of none.</summary>
        internal ulong Object(LibraryObject value)
        {
            if (value == null) { return 0; }
            if (isGiven) { return value.RetainedBits(); }
            if (kept == null) { kept = new global::System.Collections.Generic.List<object>(); }
            kept.Add(value);
            return value.Bits;
        }

        /// <summary>The number of an object that is made for this call.</summary>
        internal ulong Temporary(ObjectHandle value)
        {
            ulong bits = value.Bits;
            if (isGiven)
            {
                value.SetHandleAsInvalid();
                return bits;
            }
            if (temporary == null) { temporary = new global::System.Collections.Generic.List<ObjectHandle>(); }
            temporary.Add(value);
            return bits;
        }

        /// <summary>Keeps an implementation during the call.</summary>
        internal void Lend(Implementation_ implementation)
        {
            if (lent == null) { lent = new global::System.Collections.Generic.List<Implementation_>(); }
            lent.Add(implementation);
        }

        /// <summary>An exception as an error of the library, or none.</summary>
        internal void* Error(global::System.Exception exception)
        {
            if (exception == null) { return null; }
            void* error = Failure_.Write(exception);
            if (!isGiven)
            {
                if (errors == null) { errors = new global::System.Collections.Generic.List<global::System.IntPtr>(); }
                errors.Add((global::System.IntPtr)error);
            }
            return error;
        }

        public void Dispose()
        {
            if (blocks != null)
            {
                foreach (global::System.IntPtr block in blocks) { global::System.Runtime.InteropServices.Marshal.FreeHGlobal(block); }
                blocks = null;
            }
            if (pins != null)
            {
                foreach (global::System.Runtime.InteropServices.GCHandle pin in pins) { pin.Free(); }
                pins = null;
            }
            if (temporary != null)
            {
                foreach (ObjectHandle each in temporary) { each.Dispose(); }
                temporary = null;
            }
            if (lent != null)
            {
                foreach (Implementation_ each in lent) { Implementations_.Return(each); }
                lent = null;
            }
            if (errors != null)
            {
                foreach (global::System.IntPtr error in errors) { Native_.the_prefix_error_free((void*)error); }
                errors = null;
            }
            global::System.GC.KeepAlive(kept);
        }
    }

    /// <summary>Texts and bytes of the library.</summary>
    internal static unsafe class Texts_
    {
        internal static string Read(Native_.the_prefix_string text)
        {
            if (text.data == null) { return null; }
            return global::System.Text.Encoding.UTF8.GetString(text.data, checked((int)text.size));
        }

        internal static global::System.Uri ReadAddress(Native_.the_prefix_string text)
        {
            string address = Read(text);
            return address == null ? null : new global::System.Uri(address, global::System.UriKind.RelativeOrAbsolute);
        }

        internal static byte[] Read(Native_.the_prefix_bytes bytes)
        {
            if (bytes.data == null) { return null; }
            byte[] copy = new byte[checked((int)bytes.size)];
            global::System.Runtime.InteropServices.Marshal.Copy((global::System.IntPtr)bytes.data, copy, 0, copy.Length);
            return copy;
        }

        internal static string Read(byte* text)
        {
            int length = 0;
            while (text[length] != 0) { length++; }
            return global::System.Text.Encoding.UTF8.GetString(text, length);
        }
    }

    /// <summary>Times, which the library counts in nanoseconds, and identifiers.</summary>
    internal static unsafe class Times_
    {
        private static readonly long Epoch = new global::System.DateTime(1970, 1, 1, 0, 0, 0, global::System.DateTimeKind.Utc).Ticks;

        internal static global::System.TimeSpan ReadSpan(long nanoseconds)
        {
            return global::System.TimeSpan.FromTicks(nanoseconds / 100);
        }

        internal static long Write(global::System.TimeSpan span)
        {
            if (span.Ticks > long.MaxValue / 100) { return long.MaxValue; }
            return span.Ticks < long.MinValue / 100 ? long.MinValue : span.Ticks * 100;
        }

        /// <summary>A limit of a wait; negative for none.</summary>
        internal static long Limit(global::System.TimeSpan? limit)
        {
            if (limit == null || limit == global::System.Threading.Timeout.InfiniteTimeSpan) { return -1; }
            if (limit.Value < global::System.TimeSpan.Zero)
            {
                throw new global::System.ArgumentOutOfRangeException("limit", "a limit is not negative");
            }
            return Write(limit.Value);
        }

        /// <summary>A time limit for the library, which knows no infinite one.</summary>
        internal static global::System.TimeSpan Timeout(global::System.TimeSpan limit)
        {
            return limit == global::System.Threading.Timeout.InfiniteTimeSpan ? global::System.TimeSpan.MaxValue : limit;
        }

        /// <summary>A time limit for the library; null for none, or for the default one.</summary>
        internal static global::System.TimeSpan? Timeout(global::System.TimeSpan? limit)
        {
            return limit == null ? limit : Timeout(limit.Value);
        }

        internal static global::System.DateTimeOffset ReadDate(long nanoseconds)
        {
            if (nanoseconds == long.MinValue) { return global::System.DateTimeOffset.MinValue; }
            if (nanoseconds == long.MaxValue) { return global::System.DateTimeOffset.MaxValue; }
            if (nanoseconds == long.MinValue + 1 || nanoseconds == long.MaxValue - 1)
            {
                throw new global::System.OverflowException("a date before 1677 or after 2262");
            }
            long ticks = nanoseconds / 100;
            if (nanoseconds % 100 < 0) { ticks--; }
            return new global::System.DateTimeOffset(Epoch + ticks, global::System.TimeSpan.Zero);
        }

        internal static long Write(global::System.DateTimeOffset date)
        {
            if (date == global::System.DateTimeOffset.MinValue) { return long.MinValue; }
            if (date == global::System.DateTimeOffset.MaxValue) { return long.MaxValue; }
            return checked((date.UtcTicks - Epoch) * 100);
        }

        internal static global::System.Guid Read(Native_.the_prefix_uuid uuid)
        {
            byte* b = (byte*)&uuid;
            return new global::System.Guid(
                (b[0] << 24) | (b[1] << 16) | (b[2] << 8) | b[3], (short)((b[4] << 8) | b[5]), (short)((b[6] << 8) | b[7]),
                b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
        }

        internal static Native_.the_prefix_uuid Write(global::System.Guid value)
        {
            byte[] bytes = value.ToByteArray();
            int[] order = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
            Native_.the_prefix_uuid uuid;
            byte* target = (byte*)&uuid;
            for (int index = 0; index < 16; index++) { target[index] = bytes[order[index]]; }
            return uuid;
        }
    }

    /// <summary>Comparison and description of values by their parts.</summary>
    internal static class Structural_
    {
        internal new static bool Equals(object left, object right)
        {
            if (ReferenceEquals(left, right)) { return true; }
            if (left == null || right == null) { return false; }
            if (left is string || right is string) { return left.Equals(right); }
            global::System.Collections.IEnumerable first = left as global::System.Collections.IEnumerable;
            global::System.Collections.IEnumerable second = right as global::System.Collections.IEnumerable;
            if (first == null || second == null || left is LibraryObject) { return left.Equals(right); }
            return AreEqual(first, second);
        }

        private static bool AreEqual(global::System.Collections.IEnumerable left, global::System.Collections.IEnumerable right)
        {
            global::System.Collections.IDictionary map = left as global::System.Collections.IDictionary;
            global::System.Collections.IDictionary other = right as global::System.Collections.IDictionary;
            if (map != null && other != null)
            {
                if (map.Count != other.Count) { return false; }
                foreach (object key in map.Keys)
                {
                    if (!other.Contains(key) || !Equals(map[key], other[key])) { return false; }
                }
                return true;
            }
            global::System.Collections.IEnumerator rest = right.GetEnumerator();
            foreach (object element in left)
            {
                if (!rest.MoveNext() || !Equals(element, rest.Current)) { return false; }
            }
            return !rest.MoveNext();
        }

        /// <summary>Whether two sets have the same elements.</summary>
        internal static bool SetEquals<T>(
            global::System.Collections.Generic.ISet<T> left, global::System.Collections.Generic.ISet<T> right)
        {
            if (left == null || right == null) { return left == right; }
            return left.SetEquals(right);
        }

        internal static int Hash(object value)
        {
            if (value == null) { return 0; }
            if (value is string || value is LibraryObject) { return value.GetHashCode(); }
            global::System.Collections.ICollection collection = value as global::System.Collections.ICollection;
            if (collection != null) { return collection.Count; }
            return value is global::System.Collections.IEnumerable ? 1 : value.GetHashCode();
        }

        /// <summary>The names of flags, as .NET writes them: the largest ones that are in the value, in ascending order.</summary>
        internal static string Flags(ulong value, string[] names, ulong[] values)
        {
            int[] order = new int[names.Length];
            for (int index = 0; index < order.Length; index++) { order[index] = index; }
            global::System.Array.Sort(order, (left, right) =>
            {
                int comparison = values[left].CompareTo(values[right]);
                return comparison != 0 ? comparison : left.CompareTo(right);
            });
            ulong rest = value;
            string text = "";
            for (int index = order.Length - 1; index >= 0; index--)
            {
                ulong flag = values[order[index]];
                if (flag == 0 ? value != 0 || text.Length > 0 : (rest & flag) != flag) { continue; }
                rest &= ~flag;
                text = names[order[index]] + (text.Length == 0 ? "" : ", " + text);
            }
            if (rest == 0 && text.Length > 0) { return text; }
            string number = rest.ToString(global::System.Globalization.CultureInfo.InvariantCulture);
            return text.Length == 0 ? number : text + ", " + number;
        }

        internal static string Text(object value)
        {
            if (value == null) { return "null"; }
            global::System.Collections.IEnumerable elements = value as global::System.Collections.IEnumerable;
            if (elements == null || value is string || value is LibraryObject)
            {
                return global::System.Convert.ToString(value, global::System.Globalization.CultureInfo.InvariantCulture);
            }
            byte[] bytes = value as byte[];
            if (bytes != null) { return bytes.Length + " bytes"; }
            global::System.Collections.Generic.List<string> texts = new global::System.Collections.Generic.List<string>();
            foreach (object element in elements) { texts.Add(Text(element)); }
            return "[" + string.Join(", ", texts) + "]";
        }
    }

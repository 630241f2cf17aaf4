    /// <summary>A range from a lower bound up to, not including, an upper one.</summary>
    public struct Range<T> : global::System.IEquatable<Range<T>>
    {
        private readonly T lower;
        private readonly T upper;

        /// <summary>Creates a range.</summary>
        /// <param name="lower">the first value</param>
        /// <param name="upper">the value after the last one</param>
        public Range(T lower, T upper)
        {
            this.lower = lower;
            this.upper = upper;
        }

        /// <summary>The first value.</summary>
        public T Lower { get { return lower; } }

        /// <summary>The value after the last one.</summary>
        public T Upper { get { return upper; } }

        /// <inheritdoc/>
        public bool Equals(Range<T> other) { return object.Equals(lower, other.lower) && object.Equals(upper, other.upper); }

        /// <inheritdoc/>
        public override bool Equals(object/*?*/ obj) { return obj is Range<T> && Equals((Range<T>)obj); }

        /// <inheritdoc/>
        public override int GetHashCode() { return lower.GetHashCode() * 31 + upper.GetHashCode(); }

        /// <inheritdoc/>
        public override string ToString() { return Structural_.Text(lower) + "..<" + Structural_.Text(upper); }
    }

    /// <summary>A range from a lower bound to an upper one, which is part of it.</summary>
    public struct ClosedRange<T> : global::System.IEquatable<ClosedRange<T>>
    {
        private readonly T lower;
        private readonly T upper;

        /// <summary>Creates a range.</summary>
        /// <param name="lower">the first value</param>
        /// <param name="upper">the last value</param>
        public ClosedRange(T lower, T upper)
        {
            this.lower = lower;
            this.upper = upper;
        }

        /// <summary>The first value.</summary>
        public T Lower { get { return lower; } }

        /// <summary>The last value.</summary>
        public T Upper { get { return upper; } }

        /// <inheritdoc/>
        public bool Equals(ClosedRange<T> other) { return object.Equals(lower, other.lower) && object.Equals(upper, other.upper); }

        /// <inheritdoc/>
        public override bool Equals(object/*?*/ obj) { return obj is ClosedRange<T> && Equals((ClosedRange<T>)obj); }

        /// <inheritdoc/>
        public override int GetHashCode() { return lower.GetHashCode() * 31 + upper.GetHashCode(); }

        /// <inheritdoc/>
        public override string ToString() { return Structural_.Text(lower) + "..." + Structural_.Text(upper); }
    }

    /// <summary>Iteration over the sequences of the library.</summary>
    internal static class Sequences_
    {
        /// <summary>Returns the next element, if there is one.</summary>
        internal delegate bool Next<T>(out T element);

        internal static global::System.Collections.Generic.IEnumerator<T> Each<T>(LibraryObject iterator, Next<T> next)
        {
            T element;
            while (next(out element)) { yield return element; }
            global::System.GC.KeepAlive(iterator);
        }
    }

// The name of this file is late in the alphabet: compiled before Monitor.swift, it makes the compiler (6.3.1) attribute `timespec`
// to another module than Glibc.

extension Duration {
    /// Number of whole nanoseconds, rounded towards zero, limited to the range of the result (some 292 years).
    ///
    /// `components` divides numbers of 128 bits twice, which is noticeable for every frame of live view.
    public var wholeNanoseconds: Int64 { quotient(attosecondsEach: 1_000_000_000) }

    /// Number of whole milliseconds, rounded towards zero, limited to the range of the result.
    public var wholeMilliseconds: Int64 { quotient(attosecondsEach: 1_000_000_000_000_000) }

    /// Creates a duration from nanoseconds; exact for every number.
    package init(wholeNanoseconds: Int64) { self.init(attoseconds: Int128(wholeNanoseconds) &* 1_000_000_000) }

    private func quotient(attosecondsEach unit: UInt64) -> Int64 {
        let size = attoseconds.magnitude
        let high = UInt64(truncatingIfNeeded: size >> 64)
        // Half the unit limits the quotient to 63 bits.
        guard high < unit / 2 else { return attoseconds < 0 ? .min : .max }
        let quotient = Int64(unit.dividingFullWidth((high, UInt64(truncatingIfNeeded: size))).quotient)
        return attoseconds < 0 ? -quotient : quotient
    }
}

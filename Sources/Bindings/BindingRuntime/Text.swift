import Glibc

/// Text at the language boundary: UTF-8 with its length, validated as input. **Thread-safe.**
public enum Text {
    /// Maximum length of a text in bytes: the range of a C `int`.
    public static let maximumCount = Int(Int32.max)

    /// Creates a string from bytes, which may include NUL. Copies.
    ///
    /// - Returns: `nil` for bytes that are not UTF-8, for null unless `count` is 0, and for a count out of range.
    public static func make(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String? {
        guard let bytes = unsafe bytes else { return count == 0 ? "" : nil }
        guard 0...maximumCount ~= count else { return nil }
        let units = unsafe UnsafeBufferPointer(
            start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self),
            count: count
        )
        // Not `String(validating:as:)`: that looks up a generic type's metadata each time, which costs twice as much as the
        // rest.
        do { return String(copying: try UTF8Span(validating: unsafe Span(_unsafeElements: units))) } catch { return nil }
    }

    /// Copies the bytes of a text and a NUL, to be freed with ``Memory/free(_:)``; the count excludes the NUL.
    public static func copy(_ string: String) -> (UnsafeMutablePointer<CChar>, Int) {
        var string = string
        return string.withUTF8 { utf8 in
            // As everywhere in Swift, a program that runs out of memory ends.
            let copy = unsafe malloc(utf8.count + 1)!
            if let source = utf8.baseAddress { unsafe copy.copyMemory(from: source, byteCount: utf8.count) }
            let characters = unsafe copy.assumingMemoryBound(to: CChar.self)
            unsafe characters[utf8.count] = 0
            return unsafe (characters, utf8.count)
        }
    }
}

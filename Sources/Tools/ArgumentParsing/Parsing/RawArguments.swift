/// Converts the arguments of the process to text.
package enum RawArguments {
    /// The arguments after the program's name. Throws for the first that is not UTF-8, because repairing it would name another
    /// file.
    package static func decode(_ words: [[UInt8]]) throws(UsageError) -> [String] {
        var decoded: [String] = []
        decoded.reserveCapacity(words.count)
        for (position, bytes) in words.enumerated() {
            guard let word = String(validating: bytes, as: UTF8.self) else {
                throw UsageError(kind: .notUTF8(position: position + 1), topic: [])
            }
            decoded.append(word)
        }
        return decoded
    }

    /// The arguments of this process, after the program's name.
    package static func ofThisProcess() -> [[UInt8]] {
        // SAFETY: the kernel's argument vector lives as long as the process, holds `argc` pointers to terminated strings, and
        // no code writes to it.
        unsafe Array(of(Int(CommandLine.argc), CommandLine.unsafeArgv).dropFirst())
    }

    /// Copies `count` terminated strings.
    package static func of(_ count: Int, _ vector: UnsafePointer<UnsafeMutablePointer<CChar>?>) -> [[UInt8]] {
        (0..<max(0, count)).compactMap { index in
            unsafe vector[index].map { word in
                var bytes: [UInt8] = []
                var next = unsafe word
                while unsafe next.pointee != 0 {
                    unsafe bytes.append(UInt8(bitPattern: next.pointee))
                    unsafe next += 1
                }
                return bytes
            }
        }
    }
}

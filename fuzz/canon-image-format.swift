// The files that a shot of an EOS body makes: on the wire, as one number, as text.

import PTP
import PTPCanon

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if count == 8 {
        let code = bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        if let format = ImageFormat(code: code) { precondition(format.code == code, "the number changes in a round trip") }
    }
    guard let format = try? ImageFormat(bytes) else { return 0 }
    precondition((try? format.encoded()).flatMap { try? ImageFormat($0) } == format, "a format is another when it is read again")
    precondition(format.code.map { ImageFormat(code: $0) == format } ?? true, "the format changes in a round trip")
    precondition(!format.label.isEmpty)
    return 0
}

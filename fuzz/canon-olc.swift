// The contents of an EOS body's displays. The first byte is the version.

import PTP
import PTPCanon

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let version = UInt32(start[0])
    guard let info = try? OLCInfo(bytes, version: version) else {
        precondition(bytes.count < 8, "a mask that is there was not read")
        return 0
    }
    let size = info.parts.values.reduce(info.rest.count) { $0 + $1.count }
    precondition(size == bytes.count - 8, "something was lost or made up")
    precondition((try? OLCInfo(info.encoded, version: version)) == info, "it is another when it is read again")
    precondition(info.properties.allSatisfy { EOSProperties.value($0.content, of: $0.code) != nil })
    _ = (info.exposure, info.selfTimerSeconds, info.focus)
    return 0
}

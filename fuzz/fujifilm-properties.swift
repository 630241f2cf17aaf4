// The changes of a body, its descriptions, one description, a text of percents: the first byte of the input chooses.
// Whatever the bytes are, parsing ends, and what was parsed survives its encoding.

import PTP
import PTPFujifilm
import PTPProperties

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let rest = Array(bytes.dropFirst())
    switch bytes[0] & 3 {
    case 0:
        let changes = FujifilmChanges(rest).changes
        precondition(FujifilmChanges(FujifilmChanges.encoded(changes)).changes == changes)
        var news = FujifilmNews()
        _ = news.changed(changes)
        _ = news.changed(changes.reversed())
    case 1: for desc in FujifilmDescriptions(rest).descriptions { use(desc) }
    case 2: if let desc = try? DevicePropDesc(rest) { use(desc) }
    default:
        if let percent = FujifilmProperties.batteryPercent(String(decoding: rest, as: UTF8.self)) {
            precondition((0...100).contains(percent))
        }
    }
    return 0
}

/// Uses a description as the driver does.
private func use(_ desc: DevicePropDesc) {
    guard let row = FujifilmProperties.table[desc.code] else { return }
    let read = row.corrected?(desc) ?? desc
    let coding = row.variant(read) ?? row.coding
    if let value = coding.decode(read.current) { precondition(!value.description.isEmpty) }
    if let range = FujifilmFocusRange(desc.form), let position: Int = desc.current.integer() {
        for depths in [-25, -1, 1, 25] {
            if let target = range.position(from: position, by: depths) { precondition(range.positions.contains(target)) }
        }
    }
}

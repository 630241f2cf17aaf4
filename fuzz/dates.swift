import CameraModel
import PTPProperties

// Dates in the text format of PTP: parsed dates can be written, and parsed again unchanged.

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if var date = CameraDate(ptp: text) {
        // Written to the second.
        date.millisecond = 0
        precondition(
            date.ptpText(includesZone: true).flatMap { CameraDate(ptp: $0) } == date,
            "a date is another when it is read again"
        )
    }
    return 0
}

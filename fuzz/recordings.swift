// Files that describe cameras: for any contents, reading ends with a camera or an error.
import CameraRecordings

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let camera = try? RecordedCamera(bytes) else { return 0 }
    for case let desc? in camera.properties.values.map(\.desc) { _ = try? desc.encoded() }
    return 0
}

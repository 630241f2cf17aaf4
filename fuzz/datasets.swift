// Every dataset of PTP: parsed datasets can be written, and parsed again unchanged.

private func check<Content: Dataset>(_ type: Content.Type, _ bytes: [UInt8]) {
    guard let content = try? Content(bytes), let written = try? content.encoded() else { return }
    precondition((try? Content(written)) == content, "\(type) is another when it is read again")
}

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 9 {
    case 0: check(DeviceInfo.self, bytes)
    case 1: check(StorageInfoDataset.self, bytes)
    case 2:
        guard var info = try? ObjectInfo(bytes) else { return 0 }
        // The standard's form has no room for the sizes of the wide form.
        if info.compressedSize ?? 0 >= UInt64(UInt32.max) { info.compressedSize = nil }
        guard let written = try? info.encoded() else { return 0 }
        precondition((try? ObjectInfo(written)) == info, "ObjectInfo is another when it is read again")
    case 3: check(DevicePropDesc.self, bytes)
    case 4: check(ObjectPropDesc.self, bytes)
    case 5: check(ObjectPropList.self, bytes)
    case 6: check(StreamInfo.self, bytes)
    default: check(FilesystemManifest.self, bytes)
    }
    return 0
}

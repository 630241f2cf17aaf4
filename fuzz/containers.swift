// Headers of USB containers, and the parameters that follow them.

/// Runs one input of `count` bytes; the entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let span = bytes.span
    guard let container = try? USBContainer(span.bytes) else { return 0 }
    let header = container.header
    precondition(header.count == USBContainer.headerSize && bytes.starts(with: header), "a head is another when it is written")
    precondition(container.parameters(after: span.bytes).count <= Parameters.limit)
    return 0
}

// swift-format-ignore-file
// MARK: The runtime's own functions

@c @implementation
public func the_prefix_status_text(_ status: the_prefix_status) -> UnsafePointer<CChar>? { Status(code: status).cText }

@c @implementation
public func the_prefix_string_copy(_ string: the_prefix_string) -> the_prefix_string {
    guard let data = string.data, Memory.isPlausible(count: string.size, stride: 1),
        let memory = Memory.allocate(CChar.self, string.size + 1)
    else { return the_prefix_string() }
    UnsafeMutableRawPointer(memory).copyMemory(from: data, byteCount: string.size)
    return the_prefix_string(data: memory, size: string.size)
}

@c @implementation
public func the_prefix_string_free(_ string: UnsafeMutablePointer<the_prefix_string>?) {
    guard let string else { return }
    free_text(string.pointee)
    string.pointee = the_prefix_string()
}

@c @implementation
public func the_prefix_bytes_copy(_ bytes: the_prefix_bytes) -> the_prefix_bytes {
    guard let buffer = try? take_buffer(bytes) else { return the_prefix_bytes() }
    return copied(buffer)
}

@c @implementation
public func the_prefix_bytes_free(_ bytes: UnsafeMutablePointer<the_prefix_bytes>?) {
    guard let bytes else { return }
    free_bytes(bytes.pointee)
    bytes.pointee = the_prefix_bytes()
}

@c @implementation
public func the_prefix_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { Errors.message(error) }

@c @implementation
public func the_prefix_error_type(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { Errors.typeName(error) }

@c @implementation
public func the_prefix_error_status(_ error: OpaquePointer?) -> the_prefix_status { Errors.status(error).code }

@c @implementation
public func the_prefix_error_create(_ status: the_prefix_status, _ message: the_prefix_string) -> OpaquePointer? {
    guard let text = try? take_string(message) else { return nil }
    return Errors.make(Status(code: status), text)
}

@c @implementation
public func the_prefix_error_create_with_cause(
    _ status: the_prefix_status, _ message: the_prefix_string, _ context: UnsafeMutableRawPointer?, _ release: the_prefix_release?
) -> OpaquePointer? {
    let cause = ForeignContext(context, release: release)
    guard let text = try? take_string(message) else { return nil }
    return Errors.make(Status(code: status), text, cause: cause)
}

@c @implementation
public func the_prefix_error_cause(_ error: OpaquePointer?, _ release: the_prefix_release?) -> UnsafeMutableRawPointer? {
    Errors.cause(error, releasedBy: release)
}

@c @implementation
public func the_prefix_error_copy(_ error: OpaquePointer?) -> OpaquePointer? { Errors.retain(error) }

@c @implementation
public func the_prefix_error_free(_ error: OpaquePointer?) { Errors.free(error) }

@c @implementation
public func the_prefix_abi_version() -> UInt32 { 1 }

@c @implementation
public func the_prefix_abi_fingerprint() -> UInt64 { the_fingerprint }

@c @implementation
public func the_prefix_debug_live_handles() -> UInt64 { UInt64(Handles.liveCount) }

@c @implementation
public func the_prefix_debug_wait_for_live_handles(_ count: UInt64, _ timeout_ns: Int64) -> the_prefix_status {
    Handles.waitForLiveCount(atMost: Int(clamping: count), nanoseconds: timeout_ns).code
}

@c @implementation
public func the_prefix_implementation(
    _ handle: UInt64, _ release: the_prefix_release?, _ is_kept: UnsafeMutablePointer<Bool>?
) -> UnsafeMutableRawPointer? {
    var isKept = false
    let context = Handles.foreignContext(handle, releasedBy: release, isKept: &isKept)
    is_kept?.pointee = isKept
    return context
}

@c @implementation
public func the_prefix_shutdown() { Handles.shutDown() }

/// Copies as much of a table of functions as its maker knew of.
func copy_table<Table>(_ source: UnsafePointer<Table>, into table: inout Table, size: Int) {
    let count = min(max(size, 0), MemoryLayout<Table>.size)
    withUnsafeMutableBytes(of: &table) { $0.baseAddress!.copyMemory(from: source, byteCount: count) }
}

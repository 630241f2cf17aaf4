// swift-format-ignore-file
// MARK: Statuses

@inline(never)
func refuse(_ status: Status, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ argument: StaticString = "") -> Int32 {
    let text = status.text.description
    return Errors.store(status, argument.utf8CodeUnitCount == 0 ? text : "\(argument): \(text)", error).code
}

func foreign_error(_ status: Status, _ error: OpaquePointer?) -> any Error {
    if let error { return Errors.take(error) }
    if status == .cancelled { return CancellationError() }
    return ForeignError(status, status.text.description)
}

func release(_ bits: UInt64, _ type: UInt16, _ span: UInt16) -> Int32 {
    bits == 0 ? Status.ok.code : Handles.release(bits, type, span).code
}

/// Releases a handle of any type.
func free_handle(_ bits: UInt64) {
    if bits != 0 { _ = Handles.release(bits, 0, UInt16.max) }
}

func release_contexts(_ contexts: (UnsafeMutableRawPointer?, the_prefix_release?)...) {
    for (context, release) in contexts { release?(context) }
}

// MARK: Text and bytes

func take_string(_ value: the_prefix_string) throws(Status) -> Swift.String {
    guard let data = value.data else { throw .invalidArgument }
    guard Memory.isPlausible(count: value.size, stride: 1) else { throw .tooLarge }
    guard let text = Text.make(data, value.size) else { throw .invalidText }
    return text
}

func give_string(_ value: Swift.String) -> the_prefix_string {
    let (data, size) = Text.copy(value)
    return the_prefix_string(data: data, size: size)
}

func free_text(_ value: the_prefix_string) { Memory.free(UnsafeMutableRawPointer(mutating: value.data)) }

func take_character(_ value: the_prefix_string) throws(Status) -> Swift.Character {
    let text = try take_string(value)
    guard text.count == 1, let character = text.first else { throw .invalidArgument }
    return character
}

func give_character(_ value: Swift.Character) -> the_prefix_string { give_string(Swift.String(value)) }

func take_buffer(_ value: the_prefix_bytes) throws(Status) -> UnsafeRawBufferPointer {
    guard value.data != nil || value.size == 0 else { throw .invalidArgument }
    guard Memory.isPlausible(count: value.size, stride: 1) else { throw .tooLarge }
    return UnsafeRawBufferPointer(start: value.data, count: value.size)
}

func take_bytes(_ value: the_prefix_bytes) throws(Status) -> [Swift.UInt8] { [Swift.UInt8](try take_buffer(value)) }

func give_bytes(_ value: [Swift.UInt8]) -> the_prefix_bytes {
    value.withUnsafeBytes { copied($0) }
}

func copied(_ bytes: UnsafeRawBufferPointer) -> the_prefix_bytes {
    guard let memory = Memory.allocate(UInt8.self, bytes.count) else { return the_prefix_bytes() }
    UnsafeMutableRawPointer(memory).copyMemory(from: bytes.isEmpty ? UnsafeRawPointer(memory) : bytes.baseAddress!, byteCount: bytes.count)
    return the_prefix_bytes(data: memory, size: bytes.count)
}

func free_bytes(_ value: the_prefix_bytes) { Memory.free(UnsafeMutableRawPointer(mutating: value.data)) }

/// The bytes where they are; valid as long as their owner.
func borrowed(_ span: borrowing RawSpan) -> the_prefix_bytes {
    span.withUnsafeBytes { the_prefix_bytes(data: $0.baseAddress?.assumingMemoryBound(to: UInt8.self), size: $0.count) }
}

func borrowed(_ bytes: UnsafeRawBufferPointer) -> the_prefix_bytes {
    the_prefix_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count)
}

func borrowed<Element: BitwiseCopyable>(_ span: borrowing Span<Element>) -> the_prefix_bytes {
    span.withUnsafeBytes { the_prefix_bytes(data: $0.baseAddress?.assumingMemoryBound(to: UInt8.self), size: $0.count) }
}

func borrowing<Result, Failure: Error>(
    _ span: borrowing RawSpan, _ body: (the_prefix_bytes) throws(Failure) -> Result
) throws(Failure) -> Result {
    try span.withUnsafeBytes { bytes throws(Failure) in
        try body(the_prefix_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count))
    }
}

// MARK: Errors as values

func take_error(_ error: OpaquePointer?) throws(Status) -> any Swift.Error {
    guard let error else { throw .invalidArgument }
    return Errors.value(error, as: (any Swift.Error).self) ?? ForeignError(Errors.status(error), Swift.String(cString: Errors.message(error)))
}

func give_error(_ error: any Swift.Error) -> OpaquePointer? {
    var result: OpaquePointer?
    _ = Errors.store(error, &result)
    return result
}

// MARK: Operations

@c @implementation
public func the_prefix_operation_retain(_ operation: the_prefix_operation) -> the_prefix_status {
    retainHandle(operation.bits, Types.operation)
}

@c @implementation
public func the_prefix_operation_release(_ operation: the_prefix_operation) -> the_prefix_status { releaseHandle(operation.bits, Types.operation) }

@c @implementation
public func the_prefix_operation_is_done(_ operation: the_prefix_operation, _ result: UnsafeMutablePointer<Bool>?) -> the_prefix_status {
    guard let result else { return Status.invalidArgument.code }
    do throws(Status) {
        result.pointee = try heldObject(operation.bits, Types.operation).isDone
        return Status.ok.code
    } catch { return error.code }
}

@c @implementation
public func the_prefix_operation_wait(_ operation: the_prefix_operation, _ timeout_ns: Int64) -> the_prefix_status {
    do throws(Status) { return try heldObject(operation.bits, Types.operation).wait(nanoseconds: timeout_ns).code } catch { return error.code }
}

@c @implementation
public func the_prefix_operation_cancel(_ operation: the_prefix_operation) -> the_prefix_status {
    do throws(Status) {
        try heldObject(operation.bits, Types.operation).cancel()
        return Status.ok.code
    } catch { return error.code }
}

@c @implementation
public func the_prefix_operation_descriptor(_ operation: the_prefix_operation, _ result: UnsafeMutablePointer<Int32>?) -> the_prefix_status {
    guard let result else { return Status.invalidArgument.code }
    do throws(Status) {
        result.pointee = try heldObject(operation.bits, Types.operation).descriptor
        return Status.ok.code
    } catch { return error.code }
}

@c @implementation
public func the_prefix_operation_on_done(
    _ operation: the_prefix_operation, _ queue: the_prefix_queue, _ on_done: the_prefix_operation_callback?, _ context: UnsafeMutableRawPointer?,
    _ release: the_prefix_release?
) -> the_prefix_status {
    let context_ = ForeignContext(context, release: release)
    guard let on_done else { return Status.invalidArgument.code }
    do throws(Status) {
        let held = try heldObject(operation.bits, Types.operation)
        let queue_ = try take_optional_queue(queue)
        held.whenDone(queue: queue_) { [weak held] in
            guard let held else { return }
            let handle = the_prefix_operation(bits: Handles.insert(held, type: Types.operation.number))
            on_done(handle, context_.pointer)
            free_handle(handle.bits)
        }
        return Status.ok.code
    } catch { return error.code }
}

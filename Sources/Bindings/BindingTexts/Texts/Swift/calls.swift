// swift-format-ignore-file
// MARK: Handles

@inline(never)
func held(_ bits: UInt64, _ number: UInt16, _ span: UInt16) throws(Status) -> AnyObject {
    guard let pinned = Handles.pin(bits, number, span) else { throw Handles.failure }
    defer { Handles.unpin(bits) }
    return Unmanaged<AnyObject>.fromOpaque(pinned).takeUnretainedValue()
}

/// The object that the handle table holds.
@_transparent
func heldObject<Held: AnyObject>(_ bits: UInt64, _ type: HandleKind<Held>) throws(Status) -> Held {
    unsafeDowncast(try held(bits, type.number, type.span), to: Held.self)
}

@_transparent
func retainHandle<Held: AnyObject>(_ bits: UInt64, _ type: HandleKind<Held>) -> Int32 { Handles.retain(bits, type.number, type.span).code }

@_transparent
func releaseHandle<Held: AnyObject>(_ bits: UInt64, _ type: HandleKind<Held>) -> Int32 { release(bits, type.number, type.span) }

// MARK: Operations

/// Starts an asynchronous call of an object, which the call retains.
@_transparent
func startCall<Held: AnyObject>(
    _ operation: UnsafeMutablePointer<the_prefix_operation>?, _ bits: UInt64, _ type: HandleKind<Held>,
    _ body: (Held) throws(Status) -> AnyOperation
) -> Int32 {
    guard let operation else { return Status.invalidArgument.code }
    do throws(Status) { return start(operation, try body(try heldObject(bits, type))) } catch { return error.code }
}

@_transparent
func startCall(_ operation: UnsafeMutablePointer<the_prefix_operation>?, _ body: () throws(Status) -> AnyOperation) -> Int32 {
    if let closed = Handles.closed { return closed.code }
    guard let operation else { return Status.invalidArgument.code }
    do throws(Status) { return start(operation, try body()) } catch { return error.code }
}

@inline(never)
func start(_ result: UnsafeMutablePointer<the_prefix_operation>, _ operation: AnyOperation) -> Int32 {
    let bits = Handles.insert(operation, type: Types.operation.number)
    guard bits != 0 else { return Handles.failure.code }
    result.pointee = the_prefix_operation(bits: bits)
    return Status.ok.code
}

/// Returns the result of an operation.
@_transparent
func takeResult<Value, Foreign>(
    _ operation: the_prefix_operation, _ result: UnsafeMutablePointer<Foreign>?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ give: (Value) -> Foreign
) -> Int32 {
    guard let result else { return refuse(.invalidArgument, error) }
    return finish(operation, error) { result.pointee = give($0) }
}

/// Returns how an operation without a result ended.
@inline(never)
func takeResult(_ operation: the_prefix_operation, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Int32 {
    finish(operation, error) { (nothing: Void) in }
}

func finish<Value>(
    _ operation: the_prefix_operation, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ give: (Value) -> Void
) -> Int32 {
    do throws(Status) {
        guard let operation = try heldObject(operation.bits, Types.operation) as? BindingOperation<Value> else { throw .invalidArgument }
        switch operation.result() {
        case nil: return Status.pending.code
        case .success(let value)?:
            give(value)
            return Status.ok.code
        case .failure(let failure)?: return Errors.store(failure, error).code
        }
    } catch let refused {
        return refuse(refused, error)
    }
}

/// Waits for an operation that was started with a status; cancels it if its time has passed.
@inline(never)
func waitStarted(
    _ started: Int32, _ operation: the_prefix_operation, _ timeout: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard started == Status.ok.code else { return refuse(Status(code: started), error) }
    do throws(Status) {
        let operation = try heldObject(operation.bits, Types.operation)
        let status = operation.wait(nanoseconds: timeout)
        if status == .ok { return status.code }
        operation.cancel()
        throw status
    } catch let refused {
        return refuse(refused, error)
    }
}

/// Releases an operation, and returns how it ended.
@inline(never)
func endWait(_ operation: the_prefix_operation, _ status: Int32) -> Int32 {
    free_handle(operation.bits)
    return status
}

// MARK: Streams

/// Requests an element of a stream, and stores it.
@_transparent
func takeElement<Held: AnyObject, Element, Foreign>(
    _ bits: UInt64, _ type: HandleKind<Held>, _ result: UnsafeMutablePointer<Foreign>?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ give: (Element) -> Foreign, _ request: (Held) -> StreamItem<Element>
) -> Int32 {
    guard let result else { return refuse(.invalidArgument, error) }
    do throws(Status) {
        return deliver(request(try heldObject(bits, type)), error) { result.pointee = give($0) }
    } catch { return error.code }
}

private func deliver<Element>(
    _ item: StreamItem<Element>, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ give: (Element) -> Void
) -> Int32 {
    switch item {
    case .element(let element):
        give(element)
        return Status.ok.code
    case .pending: return Status.pending.code
    case .timedOut: return Status.timedOut.code
    case .end: return Status.end.code
    case .failed(let failure): return Errors.store(failure, error).code
    case .shutDown: return refuse(.shutDown, error)
    }
}

@_transparent
func streamDescriptor<Held: AnyStream>(_ bits: UInt64, _ type: HandleKind<Held>, _ result: UnsafeMutablePointer<Int32>?) -> Int32 {
    callStream(bits, type.number, type.span, result != nil) { result!.pointee = $0.descriptor }
}

@_transparent
func closeStream<Held: AnyStream>(_ bits: UInt64, _ type: HandleKind<Held>) -> Int32 {
    callStream(bits, type.number, type.span, true) { $0.close() }
}

/// Calls a function once when a stream has an element.
@_transparent
func notifyWhenReady<Held: AnyStream>(
    _ bits: UInt64, _ type: HandleKind<Held>, _ queue: the_prefix_queue, _ function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
    _ context: UnsafeMutableRawPointer?, _ release: the_prefix_release?
) -> Int32 {
    notifyWhenReady(bits, type.number, type.span, queue, function, ForeignContext(context, release: release))
}

@inline(never)
func notifyWhenReady(
    _ bits: UInt64, _ number: UInt16, _ span: UInt16, _ queue: the_prefix_queue, _ function: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ context: ForeignContext
) -> Int32 {
    callStream(bits, number, span, function != nil) { (stream) throws(Status) in
        let function = function!
        stream.whenReady(queue: try take_optional_queue(queue)) { function(context.pointer) }
    }
}

@inline(never)
func callStream(
    _ bits: UInt64, _ number: UInt16, _ span: UInt16, _ isComplete: Bool, _ body: (AnyStream) throws(Status) -> Void
) -> Int32 {
    guard isComplete else { return Status.invalidArgument.code }
    do throws(Status) {
        try body(unsafeDowncast(try held(bits, number, span), to: AnyStream.self))
        return Status.ok.code
    } catch { return error.code }
}

/// Calls a function with each element of a stream.
func subscribeStream<Element, Held: ElementStream<Element>>(
    _ bits: UInt64, _ type: HandleKind<Held>, _ queue: the_prefix_queue,
    _ on_end: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?, _ context: ForeignContext,
    _ result: UnsafeMutablePointer<the_prefix_subscription>?, _ onElement: @escaping @Sendable (Element) -> Void
) -> Int32 {
    guard let result else { return Status.invalidArgument.code }
    do throws(Status) {
        let stream = try heldObject(bits, type)
        let subscription = stream.subscribe(queue: try take_optional_queue(queue), onElement: onElement, onEnd: endOfStream(on_end, context))
        result.pointee = give_subscription(subscription)
        return Status.ok.code
    } catch { return error.code }
}

@inline(never)
private func endOfStream(
    _ on_end: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?, _ context: ForeignContext
) -> @Sendable ((any Error)?) -> Void {
    { failure in
        var error_c: OpaquePointer?
        if let failure { _ = Errors.store(failure, &error_c) }
        on_end?(error_c, context.pointer)
        Errors.free(error_c)
    }
}

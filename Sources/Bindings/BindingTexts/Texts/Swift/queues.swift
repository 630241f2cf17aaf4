// swift-format-ignore-file
// MARK: Queues

/// A queue behind a handle.
final class QueueObject: Sendable {
    enum Kind: Sendable {
        case pumped(PumpedQueue)
        case main
        /// One that the library handed out.
        case other(any BindingSupport.CallbackQueue)
    }

    let kind: Kind
    init(_ kind: Kind) { self.kind = kind }
    deinit { if case .pumped(let queue) = kind { queue.close() } }

    var queue: any BindingSupport.CallbackQueue {
        switch kind {
        case .pumped(let queue): queue
        case .main: MainQueue.queue
        case .other(let queue): queue
        }
    }
}

func take_queue(_ queue: the_prefix_queue) throws(Status) -> any BindingSupport.CallbackQueue { try heldObject(queue.bits, Types.queue).queue }

func take_optional_queue(_ queue: the_prefix_queue) throws(Status) -> (any BindingSupport.CallbackQueue)? {
    queue.bits == 0 ? nil : try take_queue(queue)
}

func give_queue(_ queue: any BindingSupport.CallbackQueue) -> the_prefix_queue {
    the_prefix_queue(bits: Handles.insert(QueueObject(.other(queue)), type: Types.queue.number))
}

private func make_queue(_ kind: QueueObject.Kind, _ result: UnsafeMutablePointer<the_prefix_queue>?) -> Int32 {
    guard let result else { return Status.invalidArgument.code }
    let bits = Handles.insert(QueueObject(kind), type: Types.queue.number)
    guard bits != 0 else { return Handles.failure.code }
    result.pointee = the_prefix_queue(bits: bits)
    return Status.ok.code
}

@c @implementation
public func the_prefix_queue_create(_ result: UnsafeMutablePointer<the_prefix_queue>?) -> the_prefix_status { make_queue(.pumped(PumpedQueue()), result) }

@c @implementation
public func the_prefix_queue_main(_ result: UnsafeMutablePointer<the_prefix_queue>?) -> the_prefix_status { make_queue(.main, result) }

@c @implementation
public func the_prefix_queue_retain(_ queue: the_prefix_queue) -> the_prefix_status { retainHandle(queue.bits, Types.queue) }

@c @implementation
public func the_prefix_queue_release(_ queue: the_prefix_queue) -> the_prefix_status { releaseHandle(queue.bits, Types.queue) }

@c @implementation
public func the_prefix_queue_descriptor(_ queue: the_prefix_queue, _ result: UnsafeMutablePointer<Int32>?) -> the_prefix_status {
    guard let result else { return Status.invalidArgument.code }
    do throws(Status) {
        switch try heldObject(queue.bits, Types.queue).kind {
        case .pumped(let queue): result.pointee = queue.descriptor
        case .main: result.pointee = MainQueue.descriptor
        case .other: throw .notAvailable
        }
        return Status.ok.code
    } catch { return error.code }
}

@c @implementation
public func the_prefix_queue_run_pending(_ queue: the_prefix_queue, _ count: UnsafeMutablePointer<Int>?) -> the_prefix_status {
    do throws(Status) {
        switch try heldObject(queue.bits, Types.queue).kind {
        case .pumped(let queue):
            // Not in the assignment: with a null `count` nothing would be run.
            let ran = queue.runPending()
            count?.pointee = ran
        case .main:
            let status = MainQueue.runPending()
            guard status == .ok else { throw status }
            count?.pointee = 0
        case .other: throw .notAvailable
        }
        return Status.ok.code
    } catch { return error.code }
}

// MARK: Subscriptions

@c @implementation
public func the_prefix_subscription_cancel(_ subscription: the_prefix_subscription) -> the_prefix_status {
    if subscription.bits == 0 { return Status.ok.code }
    do throws(Status) {
        try heldObject(subscription.bits, Types.subscription).cancel()
        return Status.ok.code
    } catch { return error.code }
}

@c @implementation
public func the_prefix_subscription_retain(_ subscription: the_prefix_subscription) -> the_prefix_status {
    retainHandle(subscription.bits, Types.subscription)
}

@c @implementation
public func the_prefix_subscription_release(_ subscription: the_prefix_subscription) -> the_prefix_status {
    releaseHandle(subscription.bits, Types.subscription)
}

// MARK: Completions

func give_completion<Value>(_ completion: ForeignCompletion<Value>) -> the_prefix_completion {
    the_prefix_completion(bits: Handles.insert(completion, type: Types.completion.number))
}

func complete<Value>(_ completion: the_prefix_completion, with value: Value) throws(Status) -> Int32 {
    guard let held = try heldObject(completion.bits, Types.completion) as? ForeignCompletion<Value> else { throw .invalidArgument }
    let status = Handles.release(completion.bits, Types.completion.number, 0)
    guard status == .ok else { throw status }
    return held.complete(with: .success(value)) ? Status.ok.code : Status.invalidHandle.code
}

@c @implementation
public func the_prefix_completion_fail(_ completion: the_prefix_completion, _ error: OpaquePointer?) -> the_prefix_status {
    do throws(Status) {
        let held = try heldObject(completion.bits, Types.completion)
        let status = Handles.release(completion.bits, Types.completion.number, 0)
        guard status == .ok else { throw status }
        return held.fail(error.map { Errors.take($0) } ?? CancellationError()) ? Status.ok.code : Status.invalidHandle.code
    } catch let refused {
        Errors.free(error)
        return refused.code
    }
}

@c @implementation
public func the_prefix_completion_succeed(_ completion: the_prefix_completion) -> the_prefix_status {
    do throws(Status) { return try complete(completion, with: ()) } catch { return error.code }
}

@c @implementation
public func the_prefix_operation_create(
    _ result: UnsafeMutablePointer<the_prefix_operation>?, _ completion: UnsafeMutablePointer<the_prefix_completion>?
) -> the_prefix_status {
    guard let result, let completion else { return Status.invalidArgument.code }
    let made = BindingOperation<Void>.make()
    let status = start(result, made.operation)
    if status == Status.ok.code { completion.pointee = give_completion(made.completion) }
    return status
}

@c @implementation
public func the_prefix_completion_is_cancelled(_ completion: the_prefix_completion, _ result: UnsafeMutablePointer<Bool>?) -> the_prefix_status {
    guard let result else { return Status.invalidArgument.code }
    do throws(Status) {
        result.pointee = try heldObject(completion.bits, Types.completion).isCancelled
        return Status.ok.code
    } catch { return error.code }
}

@c @implementation
public func the_prefix_completion_on_cancel(
    _ completion: the_prefix_completion, _ on_cancel: the_prefix_completion_callback?, _ context: UnsafeMutableRawPointer?, _ release: the_prefix_release?
) -> the_prefix_status {
    let context_ = ForeignContext(context, release: release)
    guard let on_cancel else { return Status.invalidArgument.code }
    do throws(Status) {
        try heldObject(completion.bits, Types.completion).onCancel { on_cancel(context_.pointer) }
        return Status.ok.code
    } catch { return error.code }
}

@c @implementation
public func the_prefix_completion_retain(_ completion: the_prefix_completion) -> the_prefix_status {
    retainHandle(completion.bits, Types.completion)
}

@c @implementation
public func the_prefix_completion_release(_ completion: the_prefix_completion) -> the_prefix_status { releaseHandle(completion.bits, Types.completion) }

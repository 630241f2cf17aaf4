/// The part of the thunks that is the same for every library, except for its prefix.
enum SupportText {
    static func text(_ prefix: String, fingerprint: UInt64) -> String {
        (template + "\n\n" + ownFunctions + "\n").replacing("@#", with: "0x" + String(fingerprint, radix: 16)).replacing(
            "@~",
            with: prefix
        )
    }

    private static let template = #"""
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

        func release_contexts(_ contexts: (UnsafeMutableRawPointer?, @~_release?)...) {
            for (context, release) in contexts { release?(context) }
        }

        // MARK: Text and bytes

        func take_string(_ value: @~_string) throws(Status) -> Swift.String {
            guard let data = value.data else { throw .invalidArgument }
            guard Memory.isPlausible(count: value.size, stride: 1) else { throw .tooLarge }
            guard let text = Text.make(data, value.size) else { throw .invalidText }
            return text
        }

        func give_string(_ value: Swift.String) -> @~_string {
            let (data, size) = Text.copy(value)
            return @~_string(data: data, size: size)
        }

        func free_text(_ value: @~_string) { Memory.free(UnsafeMutableRawPointer(mutating: value.data)) }

        func take_character(_ value: @~_string) throws(Status) -> Swift.Character {
            let text = try take_string(value)
            guard text.count == 1, let character = text.first else { throw .invalidArgument }
            return character
        }

        func give_character(_ value: Swift.Character) -> @~_string { give_string(Swift.String(value)) }

        func take_buffer(_ value: @~_bytes) throws(Status) -> UnsafeRawBufferPointer {
            guard value.data != nil || value.size == 0 else { throw .invalidArgument }
            guard Memory.isPlausible(count: value.size, stride: 1) else { throw .tooLarge }
            return UnsafeRawBufferPointer(start: value.data, count: value.size)
        }

        func take_bytes(_ value: @~_bytes) throws(Status) -> [Swift.UInt8] { [Swift.UInt8](try take_buffer(value)) }

        func give_bytes(_ value: [Swift.UInt8]) -> @~_bytes {
            value.withUnsafeBytes { copied($0) }
        }

        func copied(_ bytes: UnsafeRawBufferPointer) -> @~_bytes {
            guard let memory = Memory.allocate(UInt8.self, bytes.count) else { return @~_bytes() }
            UnsafeMutableRawPointer(memory).copyMemory(from: bytes.isEmpty ? UnsafeRawPointer(memory) : bytes.baseAddress!, byteCount: bytes.count)
            return @~_bytes(data: memory, size: bytes.count)
        }

        func free_bytes(_ value: @~_bytes) { Memory.free(UnsafeMutableRawPointer(mutating: value.data)) }

        /// The bytes where they are; valid as long as their owner.
        func borrowed(_ span: borrowing RawSpan) -> @~_bytes {
            span.withUnsafeBytes { @~_bytes(data: $0.baseAddress?.assumingMemoryBound(to: UInt8.self), size: $0.count) }
        }

        func borrowed(_ bytes: UnsafeRawBufferPointer) -> @~_bytes {
            @~_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count)
        }

        func borrowed<Element: BitwiseCopyable>(_ span: borrowing Span<Element>) -> @~_bytes {
            span.withUnsafeBytes { @~_bytes(data: $0.baseAddress?.assumingMemoryBound(to: UInt8.self), size: $0.count) }
        }

        func borrowing<Result, Failure: Error>(
            _ span: borrowing RawSpan, _ body: (@~_bytes) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try span.withUnsafeBytes { bytes throws(Failure) in
                try body(@~_bytes(data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), size: bytes.count))
            }
        }

        // MARK: Arrays

        func take_elements<Foreign, Element>(
            _ data: UnsafeMutablePointer<Foreign>?, _ count: Int, _ take: (Foreign) throws(Status) -> Element
        ) throws(Status) -> [Element] {
            guard Memory.isPlausible(count: count, stride: MemoryLayout<Foreign>.stride) else { throw .tooLarge }
            guard let data else {
                if count == 0 { return [] }
                throw .invalidArgument
            }
            var elements: [Element] = []
            elements.reserveCapacity(count)
            for index in 0..<count { elements.append(try take(data[index])) }
            return elements
        }

        func take_elements<Element>(_ data: UnsafeMutablePointer<Element>?, _ count: Int) throws(Status) -> [Element] {
            guard Memory.isPlausible(count: count, stride: MemoryLayout<Element>.stride) else { throw .tooLarge }
            guard let data else {
                if count == 0 { return [] }
                throw .invalidArgument
            }
            return Array(UnsafeBufferPointer(start: data, count: count))
        }

        func give_elements<Elements: Collection, Foreign>(
            _ elements: Elements, _ give: (Elements.Element) -> Foreign
        ) -> (UnsafeMutablePointer<Foreign>?, Int) {
            guard let memory = Memory.allocate(Foreign.self, elements.count) else { return (nil, 0) }
            var index = 0
            for element in elements {
                (memory + index).initialize(to: give(element))
                index += 1
            }
            return (memory, index)
        }

        func for_each_element<Foreign>(_ data: UnsafeMutablePointer<Foreign>?, _ count: Int, _ body: (Foreign) -> Void) {
            guard let data, count > 0 else { return }
            for index in 0..<count { body(data[index]) }
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

        func start<Value>(_ result: UnsafeMutablePointer<@~_operation>, _ operation: BindingOperation<Value>) -> Int32 {
            let bits = Handles.insert(operation, type: Types.operation)
            guard bits != 0 else { return Handles.failure.code }
            result.pointee = @~_operation(bits: bits)
            return Status.ok.code
        }

        func finish<Value>(
            _ operation: @~_operation, _ type: Value.Type, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ give: (Value) -> Void
        ) -> Int32 {
            do throws(Status) {
                guard let operation = try held_operation(operation) as? BindingOperation<Value> else { throw .invalidArgument }
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

        func wait(
            _ operation: @~_operation, _ timeout: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?, _ finish: () -> Int32
        ) -> Int32 {
            do throws(Status) {
                let operation = try held_operation(operation)
                let status = operation.wait(nanoseconds: timeout)
                if status == .ok { return finish() }
                operation.cancel()
                return refuse(status, error)
            } catch let refused {
                return refuse(refused, error)
            }
        }

        @c @implementation
        public func @~_operation_retain(_ operation: @~_operation) -> @~_status {
            Handles.retain(operation.bits, Types.operation, 0).code
        }

        @c @implementation
        public func @~_operation_release(_ operation: @~_operation) -> @~_status { release(operation.bits, Types.operation, 0) }

        @c @implementation
        public func @~_operation_is_done(_ operation: @~_operation, _ result: UnsafeMutablePointer<Bool>?) -> @~_status {
            guard let result else { return Status.invalidArgument.code }
            do throws(Status) {
                result.pointee = try held_operation(operation).isDone
                return Status.ok.code
            } catch { return error.code }
        }

        @c @implementation
        public func @~_operation_wait(_ operation: @~_operation, _ timeout_ns: Int64) -> @~_status {
            do throws(Status) { return try held_operation(operation).wait(nanoseconds: timeout_ns).code } catch { return error.code }
        }

        @c @implementation
        public func @~_operation_cancel(_ operation: @~_operation) -> @~_status {
            do throws(Status) {
                try held_operation(operation).cancel()
                return Status.ok.code
            } catch { return error.code }
        }

        @c @implementation
        public func @~_operation_descriptor(_ operation: @~_operation, _ result: UnsafeMutablePointer<Int32>?) -> @~_status {
            guard let result else { return Status.invalidArgument.code }
            do throws(Status) {
                result.pointee = try held_operation(operation).descriptor
                return Status.ok.code
            } catch { return error.code }
        }

        @c @implementation
        public func @~_operation_on_done(
            _ operation: @~_operation, _ queue: @~_queue, _ on_done: @~_operation_callback?, _ context: UnsafeMutableRawPointer?,
            _ release: @~_release?
        ) -> @~_status {
            let context_ = ForeignContext(context, release: release)
            guard let on_done else { return Status.invalidArgument.code }
            do throws(Status) {
                let held = try held_operation(operation)
                let queue_ = try take_optional_queue(queue)
                held.whenDone(queue: queue_) { [weak held] in
                    guard let held else { return }
                    let handle = @~_operation(bits: Handles.insert(held, type: Types.operation))
                    on_done(handle, context_.pointer)
                    free_handle(handle.bits)
                }
                return Status.ok.code
            } catch { return error.code }
        }

        // MARK: Streams

        func deliver<Element>(
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

        // MARK: Queues

        /// A queue behind a handle.
        final class QueueObject: Sendable {
            enum Kind: Sendable {
                case pumped(PumpedQueue)
                case main
                /// One that the library handed out.
                case other(any HotShoeSupport.CallbackQueue)
            }

            let kind: Kind
            init(_ kind: Kind) { self.kind = kind }
            deinit { if case .pumped(let queue) = kind { queue.close() } }

            var queue: any HotShoeSupport.CallbackQueue {
                switch kind {
                case .pumped(let queue): queue
                case .main: MainQueue.queue
                case .other(let queue): queue
                }
            }
        }

        func take_queue(_ queue: @~_queue) throws(Status) -> any HotShoeSupport.CallbackQueue { try held_queue(queue).queue }

        func take_optional_queue(_ queue: @~_queue) throws(Status) -> (any HotShoeSupport.CallbackQueue)? {
            queue.bits == 0 ? nil : try take_queue(queue)
        }

        func give_queue(_ queue: any HotShoeSupport.CallbackQueue) -> @~_queue {
            @~_queue(bits: Handles.insert(QueueObject(.other(queue)), type: Types.queue))
        }

        private func make_queue(_ kind: QueueObject.Kind, _ result: UnsafeMutablePointer<@~_queue>?) -> Int32 {
            guard let result else { return Status.invalidArgument.code }
            let bits = Handles.insert(QueueObject(kind), type: Types.queue)
            guard bits != 0 else { return Handles.failure.code }
            result.pointee = @~_queue(bits: bits)
            return Status.ok.code
        }

        @c @implementation
        public func @~_queue_create(_ result: UnsafeMutablePointer<@~_queue>?) -> @~_status { make_queue(.pumped(PumpedQueue()), result) }

        @c @implementation
        public func @~_queue_main(_ result: UnsafeMutablePointer<@~_queue>?) -> @~_status { make_queue(.main, result) }

        @c @implementation
        public func @~_queue_retain(_ queue: @~_queue) -> @~_status { Handles.retain(queue.bits, Types.queue, 0).code }

        @c @implementation
        public func @~_queue_release(_ queue: @~_queue) -> @~_status { release(queue.bits, Types.queue, 0) }

        @c @implementation
        public func @~_queue_descriptor(_ queue: @~_queue, _ result: UnsafeMutablePointer<Int32>?) -> @~_status {
            guard let result else { return Status.invalidArgument.code }
            do throws(Status) {
                switch try held_queue(queue).kind {
                case .pumped(let queue): result.pointee = queue.descriptor
                case .main: result.pointee = MainQueue.descriptor
                case .other: throw .notAvailable
                }
                return Status.ok.code
            } catch { return error.code }
        }

        @c @implementation
        public func @~_queue_run_pending(_ queue: @~_queue, _ count: UnsafeMutablePointer<Int>?) -> @~_status {
            do throws(Status) {
                switch try held_queue(queue).kind {
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
        public func @~_subscription_cancel(_ subscription: @~_subscription) -> @~_status {
            if subscription.bits == 0 { return Status.ok.code }
            do throws(Status) {
                try held_subscription(subscription).cancel()
                return Status.ok.code
            } catch { return error.code }
        }

        @c @implementation
        public func @~_subscription_retain(_ subscription: @~_subscription) -> @~_status {
            Handles.retain(subscription.bits, Types.subscription, 0).code
        }

        @c @implementation
        public func @~_subscription_release(_ subscription: @~_subscription) -> @~_status {
            release(subscription.bits, Types.subscription, 0)
        }

        // MARK: Completions

        func give_completion<Value>(_ completion: ForeignCompletion<Value>) -> @~_completion {
            @~_completion(bits: Handles.insert(completion, type: Types.completion))
        }

        func complete<Value>(_ completion: @~_completion, with value: Value) throws(Status) -> Int32 {
            guard let held = try held_completion(completion) as? ForeignCompletion<Value> else { throw .invalidArgument }
            let status = Handles.release(completion.bits, Types.completion, 0)
            guard status == .ok else { throw status }
            return held.complete(with: .success(value)) ? Status.ok.code : Status.invalidHandle.code
        }

        @c @implementation
        public func @~_completion_fail(_ completion: @~_completion, _ error: OpaquePointer?) -> @~_status {
            do throws(Status) {
                let held = try held_completion(completion)
                let status = Handles.release(completion.bits, Types.completion, 0)
                guard status == .ok else { throw status }
                return held.fail(error.map { Errors.take($0) } ?? CancellationError()) ? Status.ok.code : Status.invalidHandle.code
            } catch let refused {
                Errors.free(error)
                return refused.code
            }
        }

        @c @implementation
        public func @~_completion_succeed(_ completion: @~_completion) -> @~_status {
            do throws(Status) { return try complete(completion, with: ()) } catch { return error.code }
        }

        @c @implementation
        public func @~_operation_create(
            _ result: UnsafeMutablePointer<@~_operation>?, _ completion: UnsafeMutablePointer<@~_completion>?
        ) -> @~_status {
            guard let result, let completion else { return Status.invalidArgument.code }
            let made = BindingOperation<Void>.make()
            let status = start(result, made.operation)
            if status == Status.ok.code { completion.pointee = give_completion(made.completion) }
            return status
        }

        @c @implementation
        public func @~_completion_is_cancelled(_ completion: @~_completion, _ result: UnsafeMutablePointer<Bool>?) -> @~_status {
            guard let result else { return Status.invalidArgument.code }
            do throws(Status) {
                result.pointee = try held_completion(completion).isCancelled
                return Status.ok.code
            } catch { return error.code }
        }

        @c @implementation
        public func @~_completion_on_cancel(
            _ completion: @~_completion, _ on_cancel: @~_completion_callback?, _ context: UnsafeMutableRawPointer?, _ release: @~_release?
        ) -> @~_status {
            let context_ = ForeignContext(context, release: release)
            guard let on_cancel else { return Status.invalidArgument.code }
            do throws(Status) {
                try held_completion(completion).onCancel { on_cancel(context_.pointer) }
                return Status.ok.code
            } catch { return error.code }
        }

        @c @implementation
        public func @~_completion_retain(_ completion: @~_completion) -> @~_status {
            Handles.retain(completion.bits, Types.completion, 0).code
        }

        @c @implementation
        public func @~_completion_release(_ completion: @~_completion) -> @~_status { release(completion.bits, Types.completion, 0) }
        """#
}

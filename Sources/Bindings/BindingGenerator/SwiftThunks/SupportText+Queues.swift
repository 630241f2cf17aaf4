extension SupportText {
    /// Queues, subscriptions and completions.
    static let queues = #"""
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

        func take_queue(_ queue: @~_queue) throws(Status) -> any BindingSupport.CallbackQueue { try held_queue(queue).queue }

        func take_optional_queue(_ queue: @~_queue) throws(Status) -> (any BindingSupport.CallbackQueue)? {
            queue.bits == 0 ? nil : try take_queue(queue)
        }

        func give_queue(_ queue: any BindingSupport.CallbackQueue) -> @~_queue {
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

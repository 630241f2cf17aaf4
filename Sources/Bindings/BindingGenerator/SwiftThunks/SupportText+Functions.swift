extension SupportText {
    /// The values of tasks, for libraries with functions that return one.
    static let tasks = #"""

        // MARK: Tasks

        /// The value of a task, which is cancelled if the caller is.
        func value_of<Value, Failure: Swift.Error>(_ task: Task<Value, Failure>) async throws -> Value {
            try await _Concurrency::withTaskCancellationHandler { try await task.value } onCancel: { task.cancel() }
        }

        /// The value of a task that cannot fail, which is cancelled if the caller is.
        func value_of<Value>(_ task: Task<Value, Swift.Never>) async -> Value {
            await _Concurrency::withTaskCancellationHandler { await task.value } onCancel: { task.cancel() }
        }

        """#

    /// The functions of the runtime's part of the header that are about the library as a whole.
    static let ownFunctions = #"""
        // MARK: The runtime's own functions

        @c @implementation
        public func @~_status_text(_ status: @~_status) -> UnsafePointer<CChar>? { Status(code: status).cText }

        @c @implementation
        public func @~_string_copy(_ string: @~_string) -> @~_string {
            guard let data = string.data, Memory.isPlausible(count: string.size, stride: 1),
                let memory = Memory.allocate(CChar.self, string.size + 1)
            else { return @~_string() }
            UnsafeMutableRawPointer(memory).copyMemory(from: data, byteCount: string.size)
            return @~_string(data: memory, size: string.size)
        }

        @c @implementation
        public func @~_string_free(_ string: UnsafeMutablePointer<@~_string>?) {
            guard let string else { return }
            free_text(string.pointee)
            string.pointee = @~_string()
        }

        @c @implementation
        public func @~_bytes_copy(_ bytes: @~_bytes) -> @~_bytes {
            guard let buffer = try? take_buffer(bytes) else { return @~_bytes() }
            return copied(buffer)
        }

        @c @implementation
        public func @~_bytes_free(_ bytes: UnsafeMutablePointer<@~_bytes>?) {
            guard let bytes else { return }
            free_bytes(bytes.pointee)
            bytes.pointee = @~_bytes()
        }

        @c @implementation
        public func @~_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { Errors.message(error) }

        @c @implementation
        public func @~_error_type(_ error: OpaquePointer?) -> UnsafePointer<CChar>? { Errors.typeName(error) }

        @c @implementation
        public func @~_error_status(_ error: OpaquePointer?) -> @~_status { Errors.status(error).code }

        @c @implementation
        public func @~_error_create(_ status: @~_status, _ message: @~_string) -> OpaquePointer? {
            guard let text = try? take_string(message) else { return nil }
            return Errors.make(Status(code: status), text)
        }

        @c @implementation
        public func @~_error_create_with_cause(
            _ status: @~_status, _ message: @~_string, _ context: UnsafeMutableRawPointer?, _ release: @~_release?
        ) -> OpaquePointer? {
            let cause = ForeignContext(context, release: release)
            guard let text = try? take_string(message) else { return nil }
            return Errors.make(Status(code: status), text, cause: cause)
        }

        @c @implementation
        public func @~_error_cause(_ error: OpaquePointer?, _ release: @~_release?) -> UnsafeMutableRawPointer? {
            Errors.cause(error, releasedBy: release)
        }

        @c @implementation
        public func @~_error_copy(_ error: OpaquePointer?) -> OpaquePointer? { Errors.retain(error) }

        @c @implementation
        public func @~_error_free(_ error: OpaquePointer?) { Errors.free(error) }

        @c @implementation
        public func @~_abi_version() -> UInt32 { 1 }

        @c @implementation
        public func @~_abi_fingerprint() -> UInt64 { @# }

        @c @implementation
        public func @~_debug_live_handles() -> UInt64 { UInt64(Handles.liveCount) }

        @c @implementation
        public func @~_debug_wait_for_live_handles(_ count: UInt64, _ timeout_ns: Int64) -> @~_status {
            Handles.waitForLiveCount(atMost: Int(clamping: count), nanoseconds: timeout_ns).code
        }

        @c @implementation
        public func @~_implementation(
            _ handle: UInt64, _ release: @~_release?, _ is_kept: UnsafeMutablePointer<Bool>?
        ) -> UnsafeMutableRawPointer? {
            var isKept = false
            let context = Handles.foreignContext(handle, releasedBy: release, isKept: &isKept)
            is_kept?.pointee = isKept
            return context
        }

        @c @implementation
        public func @~_shutdown() { Handles.shutDown() }

        /// Copies as much of a table of functions as its maker knew of.
        func copy_table<Table>(_ source: UnsafePointer<Table>, into table: inout Table, size: Int) {
            let count = min(max(size, 0), MemoryLayout<Table>.size)
            withUnsafeMutableBytes(of: &table) { $0.baseAddress!.copyMemory(from: source, byteCount: count) }
        }
        """#
}

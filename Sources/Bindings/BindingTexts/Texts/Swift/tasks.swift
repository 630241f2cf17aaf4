// swift-format-ignore-file

// MARK: Tasks

/// The value of a task, which is cancelled if the caller is.
func value_of<Value, Failure: Swift.Error>(_ task: Task<Value, Failure>) async throws -> Value {
    try await _Concurrency::withTaskCancellationHandler { try await task.value } onCancel: { task.cancel() }
}

/// The value of a task that cannot fail, which is cancelled if the caller is.
func value_of<Value>(_ task: Task<Value, Swift.Never>) async -> Value {
    await _Concurrency::withTaskCancellationHandler { await task.value } onCancel: { task.cancel() }
}


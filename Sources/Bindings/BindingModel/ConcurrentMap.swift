import Dispatch
import Synchronization

extension Array where Element: Sendable {
    /// Transforms the elements at the same time, as many as there are processors.
    ///
    /// - Parameter transform: The transformation. It runs on several threads.
    /// - Returns: the results in the order of the elements.
    /// - Throws: the error of the first element in that order whose transformation fails. The others are transformed as well.
    package func concurrentMap<Value: Sendable, Failure>(
        _ transform: @Sendable (Element) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        let results = Mutex<[Int: Result<Value, Failure>]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try transform(self[index]))
            } catch {
                result = .failure(error)
            }
            results.withLock { $0[index] = result }
        }
        let found = results.withLock { $0 }
        var values: [Value] = []
        for index in indices {
            if let result = found[index] { values.append(try result.get()) }
        }
        return values
    }
}

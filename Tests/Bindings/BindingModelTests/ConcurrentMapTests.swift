import BindingModel
import Synchronization
import Testing

@Suite("Transformations at the same time")
struct ConcurrentMapTests {
    private struct Odd: Error, Equatable { var number: Int }

    @Test("the results have the order of the elements")
    func order() {
        #expect(Array(0..<1000).concurrentMap { $0 * $0 } == (0..<1000).map { $0 * $0 })
        #expect([Int]().concurrentMap { $0 }.isEmpty)
    }

    @Test("the error of the first element that fails is thrown, and all are transformed")
    func failures() {
        let count = Atomic(0)
        let error = #expect(throws: Odd.self) {
            try Array(0..<100).concurrentMap { number throws(Odd) -> Int in
                count.add(1, ordering: .relaxed)
                guard number < 40 || number.isMultiple(of: 2) else { throw Odd(number: number) }
                return number
            }
        }
        #expect(error == Odd(number: 41) && count.load(ordering: .relaxed) == 100)
    }
}

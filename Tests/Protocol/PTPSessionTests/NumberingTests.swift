import PTP
import Testing

@testable import PTPSession

/// The numbers of transactions, without a session.
@Suite struct TransactionNumberingTests {
    /// Numbers of the next transactions.
    private static func next(_ count: Int, of numbering: inout TransactionNumbering) -> [UInt32] {
        (0..<count).map { _ in numbering.number(for: .getStorageIDs).rawValue }
    }

    /// A device's response to an operation, inside and outside a session: whether a session is open afterwards.
    private static let responses: [(OperationCode, ResponseCode, fromOutside: Bool, fromInside: Bool)] = [
        (.openSession, .ok, true, true), (.openSession, .sessionAlreadyOpened, true, true),
        (.openSession, .accessDenied, false, true), (.openSession, .invalidTransactionID, false, true),
        (.closeSession, .ok, false, false), (.closeSession, .sessionNotOpen, false, false),
        (.closeSession, .accessDenied, false, true), (.closeSession, .invalidTransactionID, false, true),
        (.getStorageIDs, .ok, false, true), (.getStorageIDs, .sessionNotOpen, false, true),
    ]

    @Test func `every response to every operation, inside and outside a session`() {
        for (code, response, fromOutside, fromInside) in Self.responses {
            for (wasInSession, isInSession) in [(false, fromOutside), (true, fromInside)] {
                var numbering = TransactionNumbering(isInSession: wasInSession)
                numbering.answered(code, response)
                #expect(numbering.isInSession == isInSession, "\(code), \(response), in session: \(wasInSession)")
            }
        }
    }

    @Test func `a new session begins with 1, also one that was open`() {
        for response in [ResponseCode.ok, .sessionAlreadyOpened] {
            var numbering = TransactionNumbering(isInSession: true)
            #expect(Self.next(3, of: &numbering) == [1, 2, 3])
            #expect(numbering.number(for: .openSession) == .session)
            numbering.answered(.openSession, response)
            #expect(Self.next(2, of: &numbering) == [1, 2])
        }
    }

    @Test func `no refusal changes the next number`() {
        var numbering = TransactionNumbering(isInSession: true)
        for expected: UInt32 in 1...20 {
            #expect(numbering.number(for: .getStorageIDs).rawValue == expected)
            numbering.answered(.getStorageIDs, expected % 2 == 0 ? .invalidTransactionID : .deviceBusy)
        }
    }

    @Test func `three refused numbers in succession mean that the two sides count differently`() {
        var numbering = TransactionNumbering(isInSession: true)
        for count in 1...TransactionNumbering.refusalLimit {
            #expect(!numbering.isOutOfStep, "\(count)")
            numbering.answered(.getStorageIDs, .invalidTransactionID)
        }
        #expect(numbering.isOutOfStep)
        numbering.answered(.openSession, .ok)
        #expect(!numbering.isOutOfStep)
    }

    @Test(arguments: [ResponseCode.ok, .deviceBusy, .accessDenied, .sessionNotOpen])
    func `any other response in between shows that the number was accepted`(_ response: ResponseCode) {
        var numbering = TransactionNumbering(isInSession: true)
        for _ in 0..<10 {
            numbering.answered(.getStorageIDs, .invalidTransactionID)
            numbering.answered(.getStorageIDs, .invalidTransactionID)
            numbering.answered(.getStorageIDs, response)
            #expect(!numbering.isOutOfStep)
        }
    }

    @Test func `outside a session there is nothing to count`() {
        var numbering = TransactionNumbering()
        for _ in 0..<10 { numbering.answered(.getDeviceInfo, .invalidTransactionID) }
        #expect(!numbering.isOutOfStep)
        #expect(Self.next(3, of: &numbering) == [0, 0, 0])
    }
}

/// The queue of requests.
@Suite struct TransactionLineTests {
    private static func line(_ requests: [(Int, TransactionPriority)]) -> TransactionLine<Int> {
        var line = TransactionLine<Int>()
        for (key, priority) in requests { line.append(key, key: key, priority) }
        return line
    }

    private static func order(_ line: TransactionLine<Int>) -> [Int] {
        var (line, keys) = (line, [Int]())
        while let key = line.popFirst() { keys.append(key) }
        return keys
    }

    private static let mixed = [
        (1, TransactionPriority.background), (2, .normal), (3, .immediate), (4, .normal), (5, .immediate), (6, .background),
    ]

    @Test func `the most urgent is first, among equals the oldest`() {
        #expect(Self.order(Self.line(Self.mixed)) == [3, 5, 2, 4, 1, 6])
        #expect(TransactionLine<Int>().isEmpty && !Self.line(Self.mixed).isEmpty)
    }

    @Test(arguments: [(TransactionPriority.immediate, [9, 3, 5, 2, 4, 1, 6]), (.normal, [3, 5, 9, 2, 4, 1, 6])])
    func `a repeated request is first among those of its priority`(_ priority: TransactionPriority, _ order: [Int]) {
        var line = Self.line(Self.mixed)
        line.append(9, key: 9, priority, again: true)
        #expect(Self.order(line) == order)
    }

    @Test func `each request can be removed once, and the others keep their order`() {
        for key in 1...6 {
            var line = Self.line(Self.mixed)
            #expect(line.remove(key: key) == key)
            #expect(line.remove(key: key) == nil)
            #expect(Self.order(line) == [3, 5, 2, 4, 1, 6].filter { $0 != key })
        }
    }

    @Test func `all can be removed, in the order in which they would be performed`() {
        var line = Self.line(Self.mixed)
        #expect(line.removeAll() == [3, 5, 2, 4, 1, 6])
        #expect(line.isEmpty && line.popFirst() == nil && line.removeAll() == [])
    }
}

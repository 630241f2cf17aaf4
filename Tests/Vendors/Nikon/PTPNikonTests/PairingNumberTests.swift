import PTPNikon
import Testing

@Suite struct PairingNumberTests {
    private static let forms: [([UInt8], String)] = [
        // UTF-16, ASCII, and a number in either half.
        ([0x31, 0, 0x32, 0, 0x33, 0, 0x34, 0], "1234"), ([0x30, 0x30, 0x37, 0x39, 0, 0, 0, 0], "0079"),
        ([0xD2, 4, 0, 0, 0, 0, 0, 0], "1234"), ([0, 0, 0, 0, 0xD2, 4, 0, 0], "1234"), ([7, 0, 0, 0, 0, 0, 0, 0], "0007"),
        ([0x0F, 0x27, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], "9999"), ([0, 0, 0, 0, 0, 0, 0, 0], "0000"),
    ]

    @Test(arguments: forms) func `the number is found in each form`(_ bytes: [UInt8], _ text: String) {
        #expect(PairingNumber(bytes)?.text == text)
    }

    @Test func `every number survives its bytes`() {
        for number in 0...9_999 {
            let made = PairingNumber(number)
            if made?.text.count != 4 || made.flatMap({ PairingNumber($0.bytes) }) != made || Int(made?.text ?? "") != number {
                Issue.record("\(number): \(String(describing: made))")
            }
        }
        #expect(PairingNumber(-1) == nil && PairingNumber(10_000) == nil)
    }

    @Test func `data of another size, or without a number, is none`() throws {
        let whole = try #require(PairingNumber(1234)).bytes
        for count in whole.indices { #expect(PairingNumber(Array(whole.prefix(count))) == nil) }
        #expect(PairingNumber(whole + [0]) == nil)
        #expect(PairingNumber([UInt8](repeating: 0xFF, count: 8)) == nil)
        // 10000 in both halves.
        #expect(PairingNumber([0x10, 0x27, 0, 0, 0x10, 0x27, 0, 0]) == nil)
    }

    @Test func `any byte is read without a trap, as four digits`() throws {
        let whole = try #require(PairingNumber(1234)).bytes
        for offset in whole.indices {
            for byte in UInt8.min...UInt8.max {
                var damaged = whole
                damaged[offset] = byte
                guard let text = PairingNumber(damaged)?.text else { continue }
                if text.utf8.count != 4 || !text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { Issue.record("\(damaged)") }
            }
        }
    }
}

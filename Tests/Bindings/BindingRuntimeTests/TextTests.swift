import Testing

@testable import BindingRuntime

/// Text and memory at the language boundary.
@Suite struct TextTests {
    private func make(_ bytes: some Collection<UInt8>) -> String? {
        let characters = bytes.map { CChar(bitPattern: $0) }
        return unsafe characters.withUnsafeBufferPointer { unsafe Text.make($0.baseAddress, $0.count) }
    }

    @Test(arguments: ["", "a", "é", "€", "📷", "a\u{0}b", "\u{0}", "e\u{301}x📷é", String(repeating: "日本", count: 50)])
    func `text is unchanged after a conversion in both directions`(text: String) {
        let (bytes, count) = unsafe Text.copy(text)
        #expect(unsafe count == text.utf8.count && bytes[count] == 0)
        #expect(unsafe Text.make(bytes, count).map { Array($0.utf8) } == Array(text.utf8))
        unsafe Memory.free(bytes)
    }

    @Test(arguments: ["é", "€", "📷", "x📷"]) func `a character that is cut is not text`(text: String) {
        let bytes = Array(text.utf8)
        for end in 0...bytes.count {
            let isWhole = end == 0 || end == bytes.count || (text.first == "x" && end == 1)
            #expect((make(bytes[..<end]) != nil) == isWhole)
        }
        if bytes.count > 1, bytes[0] > 0x7f { #expect(make(bytes[1...]) == nil) }
    }

    @Test(
        arguments: [[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xff], [0xe0, 0x80, 0x80], [0x80]] as [[UInt8]]
    )
    func `bytes that look like text are refused`(bytes: [UInt8]) {
        #expect(make(bytes) == nil && make([0x61] + bytes + [0x62]) == nil)
    }

    @Test func `null and impossible counts are refused before anything is read`() {
        let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        defer { unsafe byte.deallocate() }
        for count in [-1, .min, .max, 1 << 32, Text.maximumCount + 1] { #expect(unsafe Text.make(byte, count) == nil) }
        #expect(unsafe Text.make(nil, 0) == "" && Text.make(byte, 0) == "" && Text.make(nil, 1) == nil)
    }

    @Test func `memory is zero, is there for no elements too, and is refused where there cannot be any`() {
        let block = unsafe Memory.allocate(UInt64.self, 1000)!
        let isZero = (0..<1000).allSatisfy { unsafe block[$0] == 0 }
        #expect(isZero)
        unsafe Memory.free(block)
        let empty = unsafe Memory.allocate(UInt64.self, 0)
        #expect(unsafe empty != nil)
        unsafe Memory.free(empty)
        unsafe Memory.free(nil)
        for count in [-1, .min, .max, 1 << 61, 1 << 44] { #expect(unsafe Memory.allocate(UInt64.self, count) == nil) }
        #expect(Memory.isPlausible(count: 10, stride: 8) && Memory.isPlausible(count: 0, stride: 0))
        #expect(!Memory.isPlausible(count: -1, stride: 8) && !Memory.isPlausible(count: .max, stride: 2))
    }
}

import Testing
import VendorKit

@Suite struct HeldPressesTests {
    private enum Press: CaseIterable { case button, half, bulb }

    @Test func `presses are released once, in their order`() {
        let held = HeldPresses<Press>()
        for press in [Press.bulb, .button, .half, .half] { held.hold(press) }
        #expect(held.pop([.half]) == [.half])
        #expect(held.pop([.half]).isEmpty)
        #expect(held.pop() == [.button, .bulb])
        #expect(held.pop().isEmpty)
    }
}

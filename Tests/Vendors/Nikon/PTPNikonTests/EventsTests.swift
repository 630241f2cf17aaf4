import PTP
import PTPNikon
import Testing

@Suite struct EventsTests {
    static let samples: [Event] = [
        Event(.objectAdded, [7]), Event(.nikonObjectAddedInSDRAM, [0xFFFF_0001]), Event(.devicePropChanged, [0xD100]),
        Event(.nikonMovieRecordStarted, [0]), Event(EventCode(rawValue: 0xC1FF), [0xFFFF_FFFF]),
    ]
    static let wide = samples + [Event(.captureComplete), Event(.objectAdded, [1, 2, 3, 4, 5])]

    @Test func `events survive both encodings`() {
        let narrow = NikonEvents(NikonEvents.encoded(Self.samples, isWide: false), isWide: false)
        #expect(narrow.events == Self.samples && narrow.failure == nil)
        let wide = NikonEvents(NikonEvents.encoded(Self.wide, isWide: true), isWide: true)
        #expect(wide.events == Self.wide && wide.failure == nil)
    }

    @Test func `the bytes are those that bodies send`() {
        #expect(NikonEvents.encoded([Event(.objectAdded, [0x0102_0304])], isWide: false) == [1, 0, 2, 0x40, 4, 3, 2, 1])
        #expect(
            NikonEvents.encoded([Event(.objectAdded, [0x0102_0304])], isWide: true)
                == [1, 0, 0, 0, 2, 0x40, 1, 0, 4, 3, 2, 1]
        )
        #expect(NikonEvents([0, 0], isWide: false).failure == nil && NikonEvents([0, 0, 0, 0], isWide: true).failure == nil)
    }

    @Test(arguments: [false, true]) func `a reply that is cut keeps its whole events, with the reason`(_ isWide: Bool) {
        let events = isWide ? Self.wide : Self.samples
        let whole = NikonEvents.encoded(events, isWide: isWide)
        for count in whole.indices {
            let cut = NikonEvents(Array(whole.prefix(count)), isWide: isWide)
            #expect(cut.failure != nil && cut.events.count < events.count)
            #expect(cut.events == Array(events.prefix(cut.events.count)))
        }
    }

    @Test func `counts that cannot be are failures and allocate nothing`() {
        #expect(NikonEvents([0xFF, 0xFF], isWide: false).events.isEmpty)
        let six = NikonEvents([1, 0, 0, 0, 2, 0x40, 6, 0] + [UInt8](repeating: 0, count: 24), isWide: true)
        #expect(six.events.isEmpty && six.failure != nil)
    }
}

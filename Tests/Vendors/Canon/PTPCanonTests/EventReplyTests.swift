import PTP
import PTPCanon
import Testing

@Suite struct EventReplyTests {
    @Test(arguments: EventRecord.samples.indices) func `a record is read as it was written`(_ index: Int) throws {
        let reply = EventReply(records: [EventRecord.samples[index]])
        #expect(EventReply(try reply.encoded()) == reply)
    }

    @Test func `all of them together are`() throws {
        let reply = EventReply(records: EventRecord.samples)
        #expect(EventReply(try reply.encoded()) == reply)
    }

    @Test(arguments: EventRecord.samples.indices)
    func `cut off at any byte, earlier records are delivered and the offset is named`(_ index: Int) throws {
        let before = EventRecord.cameraStatusChanged(.idle)
        let bytes = try EventReply(records: [before, EventRecord.samples[index]]).encoded()
        for count in 0..<bytes.count {
            let reply = EventReply(Array(bytes[..<count]))
            let failure = try #require(reply.failure, "\(count) bytes")
            #expect(failure.offset <= count && failure.field.hasPrefix("Event."))
            #expect(reply.records == [before, EventRecord.samples[index]].prefix(reply.records.count).map { $0 })
            #expect(reply.records.count == (count < 12 ? 0 : count < bytes.count - 8 ? 1 : 2))
        }
    }

    @Test(arguments: EventRecord.samples.indices)
    func `a record that is too short inside is kept unparsed, and later ones are parsed`(_ index: Int) throws {
        let after = EventRecord.cameraStatusChanged(.busy)
        let body = Array(try EventReply(records: [EventRecord.samples[index]]).encoded().dropFirst(8).dropLast(8))
        let number = EventRecord.samples[index].number
        for count in 0..<body.count {
            let reply = EventReply(words(UInt32(8 + count), number) + body[..<count] + words(12, 0xC18B, 1) + words(8, 0))
            if number == 0, count == 0 { continue }
            #expect(reply.failure == nil && reply.records.count == 2 && reply.records.last == after)
            guard case .malformed(number, Array(body[..<count]), let error)? = reply.records.first else { continue }
            #expect(error.offset >= 8 && error.offset <= 8 + count, "\(error)")
        }
    }

    @Test(arguments: EventRecord.samples.indices)
    func `with any byte, or any two or four, replaced, it is parsed, and records that can be encoded are decoded as the same`(
        _ index: Int
    )
        throws
    {
        let bytes = try EventReply(records: [EventRecord.samples[index], .bulbExposureTime(seconds: 1)]).encoded()
        for damaged in Damage.replacements(of: bytes) {
            let reply = EventReply(damaged)
            #expect(reply.records.count <= damaged.count / 8)
            guard let written = try? reply.encoded() else { continue }
            let again = EventReply(written)
            #expect(again.failure == nil && again.records == reply.records)
        }
    }

    // MARK: Broken streams

    @Test(arguments: 0...7 as ClosedRange<UInt32>) func `a length that does not cover its own head ends the reply there`(
        _ length: UInt32
    ) {
        let reply = EventReply(words(12, 0xC18B, 1) + words(length, 0xC18B, 0, 0))
        #expect(reply.records == [.cameraStatusChanged(.busy)])
        #expect(reply.failure == DatasetError("Event.Length", at: 12, .unexpectedNumber(UInt64(length))))
    }

    @Test(arguments: [17, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func `a length past the end does as well`(_ length: UInt32) {
        let reply = EventReply(words(12, 0xC18B, 1) + words(length, 0xC18B, 0, 0))
        #expect(reply.records == [.cameraStatusChanged(.busy)])
        #expect(reply.failure == DatasetError("Event.Length", at: 12, .endsEarly(neededBytes: UInt64(length), presentBytes: 16)))
    }

    @Test func `a missing terminator is reported, and nothing is lost`() {
        let reply = EventReply(words(12, 0xC18B, 1))
        #expect(reply.records == [.cameraStatusChanged(.busy)])
        #expect(reply.failure == DatasetError("Event.Terminator", at: 12, .endsEarly(neededBytes: 8, presentBytes: 0)))
        #expect(EventReply([]).failure == DatasetError("Event.Terminator", at: 0, .endsEarly(neededBytes: 8, presentBytes: 0)))
    }

    @Test func `an empty reply and data after the terminator contain no records`() {
        #expect(EventReply(words(8, 0)) == EventReply(records: []))
        #expect(EventReply(words(8, 0, 12, 0xC18B, 1)) == EventReply(records: []))
    }

    @Test(arguments: [0xD101, 0xD120] as [UInt32], [3, 0x10000, 0xFFFF_FFFF] as [UInt32])
    func `more values than there are bytes are refused before they are made`(_ property: UInt32, _ count: UInt32) throws {
        let body = words(property, 3, count, 1, 2)
        let reply = EventReply(words(UInt32(8 + body.count), 0xC18A) + body + words(8, 0))
        guard case .malformed(0xC18A, body, let error)? = reply.records.first else { Issue.record("\(reply)"); return }
        #expect(error.offset == 16)
        guard case .endsEarly(let needed, 8) = error.reason else { Issue.record("\(error)"); return }
        #expect(needed == UInt64(count) * (property == 0xD101 ? 4 : 20))
    }

    @Test func `an image format of three files invalidates its record only`() {
        let body = words(0xD120, 3)
        let reply = EventReply(words(UInt32(8 + body.count), 0xC189) + body + words(12, 0xC18B, 0, 8, 0))
        let error = DatasetError("ImageFormat.Count", at: 12, .unexpectedNumber(3))
        #expect(reply.records == [.malformed(0xC189, body, error), .cameraStatusChanged(.idle)] && reply.failure == nil)
    }

    @Test func `missing focus points invalidate their record only`() {
        let body = words(0xD1D3, 24) + [20, 0, 1, 0, 255, 255, 255, 255] + words(0, 0, 0)
        let reply = EventReply(words(UInt32(8 + body.count), 0xC189) + body + words(12, 0xC18B, 0, 8, 0))
        guard case .malformed(0xC189, body, let error)? = reply.records.first else { Issue.record("\(reply)"); return }
        #expect(error.field == "FocusInfoEx.NumberOfPoints" && reply.records.count == 2)
    }

    @Test(arguments: [[], [0xFF], [255, 255, 255, 255], [3, 0, 0, 0, 9]] as [[UInt8]])
    func `custom functions are bytes, for any length that they claim`(_ bytes: [UInt8]) {
        let reply = EventReply(words(UInt32(12 + bytes.count), 0xC189, 0xD1A0) + bytes + words(8, 0))
        #expect(reply.records == [.propertyChanged(.eosCustomFuncEx, .bytes(bytes))] && reply.failure == nil)
    }

    @Test func `a name without its NUL ends with its record`() throws {
        let sample = EventRecord.samples.compactMap { record in
            if case .objectAdded(let object) = record, object.form == .short { object } else { nil }
        }
        var object = try #require(sample.first)
        object.name = "IMG_0001.JPGX"
        let bytes = try EventReply(records: [.objectAdded(object)]).encoded()
        // Removes the name, the NUL, two bytes of padding and the terminator.
        let cut = Array(bytes.dropLast(8 + 4))
        let reply = EventReply(words(UInt32(cut.count)) + cut.dropFirst(4) + words(8, 0))
        object.name = "IMG_0001.JPG"
        #expect(reply.records == [.objectAdded(object)])
    }

    @Test func `a name in another alphabet is read, as far as it can be`() throws {
        let record = words(13 + 4, 0xC189, 0xD115) + [0xC3, 0xBC, 0xFF, 0x41, 0]
        #expect(EventReply(record + words(8, 0)).records == [.propertyChanged(.eosOwner, .text("ü\u{FFFD}A"))])
    }

    @Test func `a property whose number is no known code is kept`() {
        for code in [0xC189, 0xC18A] as [UInt32] {
            #expect(EventReply(words(16, code, 0x1_D101, 3, 8, 0)).records == [.other(code, words(0x1_D101, 3))])
        }
    }

    @Test func `ten thousand records of nothing are ten thousand`() {
        let reply = EventReply((0..<10_000).flatMap { _ in words(8, 0xC101) } + words(8, 0))
        #expect(reply.failure == nil && reply.records.count == 10_000 && reply.records.last == .other(0xC101, []))
        #expect(MemoryLayout<EventRecord>.stride <= 64, "a small multiple of the bytes")
    }

    // MARK: Layouts, as they were observed

    @Test func `an object's fields stand where they were seen`() throws {
        let name = Array("A.JPG".utf8) + [0, 0, 0]
        let short =
            words(0x28 + 8, 0xC181, 5, 0x10001) + [0x01, 0x38] + [UInt8](repeating: 9, count: 10) + words(77, 6, 99) + name
        let object = ObjectRecord(
            ObjectHandle(rawValue: 5),
            storage: StorageID(rawValue: 0x10001),
            format: .exifJPEG,
            size: 77,
            parent: ObjectHandle(rawValue: 6),
            name: "A.JPG"
        )
        #expect(EventReply(short + words(8, 0)).records == [.objectAdded(object)])
        let wide =
            words(0x2C + 8, 0xC1A7, 5, 0x10001) + [0x01, 0x38] + [UInt8](repeating: 9, count: 10) + words(77, 1, 6, 99) + name
        var large = object
        (large.form, large.size) = (.wide, 77 + 1 << 32)
        #expect(EventReply(wide + words(8, 0)).records == [.objectAdded(large)])
        let request = words(0x1C + 8, 0xC186, 5) + [0x01, 0x38, 9, 9, 9, 9, 9, 9] + words(77, 99) + name
        let transfer = TransferRecord(object.handle, format: .exifJPEG, size: 77, name: "A.JPG")
        #expect(EventReply(request + words(8, 0)).records == [.transferRequested(transfer)])
    }

    @Test func `a size that is too large for its form is written as the most`() throws {
        let transfer = TransferRecord(ObjectHandle(rawValue: 1), format: .exifJPEG, size: 1 << 40, name: "A")
        guard
            case .transferRequested(let read)? = EventReply(try EventReply(records: [.transferRequested(transfer)]).encoded())
                .records.first
        else { Issue.record("no transfer"); return }
        #expect(read.size == 0xFFFF_FFFF)
    }

    @Test func `offered numbers have the property's width`() {
        let offered = OfferedValues.numbers([0xFFFF_FFFD, 8])
        #expect(
            offered.contents(of: .eosExpCompensation) == [
                .integer(IntegerValue(0xFD, as: .uint8)!), .integer(IntegerValue(8, as: .uint8)!),
            ]
        )
        #expect(offered.contents(of: .eosAutoPowerOff).first == .integer(IntegerValue(-3, as: .int32)!))
        #expect(offered.contents(of: .eosOwner).isEmpty)
        #expect(
            OfferedValues.imageFormats([ImageFormat(.jpeg(0))]).contents(of: .eosImageFormat) == [
                .imageFormat(ImageFormat(.jpeg(0)))
            ]
        )
        #expect(OfferedValues.unexplained(type: 1, [1]).contents(of: .eosAperture).isEmpty)
    }
}

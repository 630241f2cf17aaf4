import PTP
import Testing

@testable import PTPResponder

/// USB descriptors of a camera, and answers on its default pipe.
@Suite struct USBDescriptorTests {
    private static let identity = USBIdentity(
        vendor: 0x04A9,
        product: 0x32F4,
        manufacturer: "Canon Inc.",
        model: "Canon EOS R5",
        serialNumber: "SIM-0001"
    )

    private static func descriptors(_ speed: USBSpeed = .high, _ faults: Set<USBDescriptorFault> = []) -> USBDescriptors {
        USBDescriptors(speed: speed, identity: identity, faults: faults)
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }

    /// Splits bytes into descriptors.
    private static func parts(_ bytes: [UInt8]) throws -> [[UInt8]] {
        var (parts, rest) = ([[UInt8]](), bytes[...])
        while let length = rest.first {
            try #require(length >= 2 && Int(length) <= rest.count)
            parts.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        return parts
    }

    @Test func `a device that supports MTP is identified by its interface's name and by Microsoft's descriptors`() throws {
        var descriptors = Self.descriptors()
        #expect(descriptors.descriptor(3, 4) == nil && descriptors.descriptor(3, 0xEE) == nil)
        #expect(USBControl.answer(descriptors, [0xC0, 0x4D, 0, 0, 4, 0, 255, 0]) == .stall)
        descriptors.isMTP = true
        let interface = try Self.parts(try #require(descriptors.descriptor(2, 0)))[1]
        #expect(interface[8] == 4 && descriptors.descriptor(3, 4) == [8, 3] + Array("M\0T\0P\0".utf8))
        let system = try #require(descriptors.descriptor(3, 0xEE))
        #expect(system == [18, 3] + "MSFT100".utf8.flatMap { [$0, 0] } + [0x4D, 0])
        guard case .data(let feature) = USBControl.answer(descriptors, [0xC0, system[16], 0, 0, 4, 0, 255, 0]) else {
            Issue.record("no compatible ID")
            return
        }
        #expect(feature.count == 40 && feature[0] == 40 && feature[8] == 1 && Array(feature[18..<21]) == Array("MTP".utf8))
        #expect(USBControl.answer(descriptors, [0xC0, 0x4D, 0, 0, 9, 0, 255, 0]) == .stall)
    }

    @Test(arguments: USBSpeed.allCases) func `a device has one configuration, one interface and three endpoints`(
        _ speed: USBSpeed
    )
        throws
    {
        let descriptors = Self.descriptors(speed)
        let device = try #require(descriptors.descriptor(1, 0))
        #expect(device.count == 18 && device[0] == 18 && device[1] == 1 && device[17] == 1)
        #expect(Self.word(device, 8) == 0x04A9 && Self.word(device, 10) == 0x32F4 && Array(device[14...16]) == [1, 2, 3])
        let configuration = try #require(descriptors.descriptor(2, 0))
        #expect(Self.word(configuration, 2) == configuration.count)
        let parts = try Self.parts(configuration)
        #expect(parts.filter { $0[1] != 48 }.map { $0[1] } == [2, 4, 5, 5, 5])
        let interface = parts[1]
        #expect(interface[4] == 3 && Array(interface[5...7]) == [6, 1, 1])
        let endpoints = parts.filter { $0[1] == 5 }
        #expect(endpoints.map { $0[2] } == [0x81, 0x02, 0x83] && endpoints.map { $0[3] } == [2, 2, 3])
        #expect(endpoints.map { Self.word($0, 4) } == [speed.bulkPacketSize, speed.bulkPacketSize, 64])
        // Each endpoint has a companion descriptor at super speed (USB 3.2 § 9.6.7).
        #expect(parts.count { $0[1] == 48 } == (speed == .super ? 3 : 0))
    }

    @Test func `a qualifier describes full speed, and exists at high speed only`() throws {
        let qualifier = try #require(Self.descriptors(.high).descriptor(6, 0))
        #expect(qualifier.count == 10 && qualifier[7] == 64 && qualifier[8] == 1)
        let other = try #require(Self.descriptors(.high).descriptor(7, 0))
        let sizes = try Self.parts(other).filter { $0[1] == 5 }.map { Self.word($0, 4) }
        #expect(other[1] == 7 && sizes == [64, 64, 64])
        for speed in [USBSpeed.full, .super] {
            #expect(Self.descriptors(speed).descriptor(6, 0) == nil && Self.descriptors(speed).descriptor(7, 0) == nil)
        }
    }

    @Test func `a device of USB 3 describes its capabilities`() throws {
        let store = try #require(Self.descriptors(.super).descriptor(15, 0))
        #expect(Self.word(store, 2) == store.count && store[4] == 2)
        #expect(try Self.parts(store).map { $0[1] } == [15, 16, 16])
        #expect(Self.descriptors(.high).descriptor(15, 0) == nil)
    }

    @Test func `strings are in one language, and no longer than a descriptor holds`() throws {
        let descriptors = Self.descriptors()
        #expect(descriptors.descriptor(3, 0) == [4, 3, 0x09, 0x04])
        let texts = try (UInt8(1)...3).map { number in
            let bytes = try #require(descriptors.descriptor(3, number))
            return String(decoding: stride(from: 2, to: bytes.count, by: 2).map { UInt16(Self.word(bytes, $0)) }, as: UTF16.self)
        }
        #expect(texts == ["Canon Inc.", "Canon EOS R5", "SIM-0001"])
        #expect(descriptors.descriptor(3, 4) == nil && descriptors.descriptor(3, 0xEE) == nil)
        var long = Self.identity
        long.model = String(repeating: "é😀", count: 100)
        let bytes = try #require(USBDescriptors(speed: .high, identity: long).descriptor(3, 2))
        #expect(bytes.count <= 254 && Int(bytes[0]) == bytes.count)
        // No unpaired surrogate at the end.
        #expect(!UTF16.isLeadSurrogate(UInt16(Self.word(bytes, bytes.count - 2))))
    }

    @Test func `each body has numbers of its own, but for Panasonic's, and the generic one has test numbers`() {
        for bodies in Dictionary(grouping: Personality.all, by: \.usb.product).values where bodies.count > 1 {
            // Panasonic's cameras have the same product ID.
            #expect(bodies.allSatisfy { $0.usb.vendor == 0x04DA }, "\(bodies.map(\.name))")
        }
        #expect(Personality.generic.usb == (0x1209, 0x0001))
        for body in Personality.eosBodies { #expect(body.usb.vendor == 0x04A9) }
    }

    @Test(arguments: USBDescriptorFault.allCases) func `each descriptor fault occurs alone`(_ fault: USBDescriptorFault) throws {
        let (valid, faulty) = (Self.descriptors(), Self.descriptors(.high, [fault]))
        let isDifferent = [(2, 0), (3, 0), (3, 1)].contains { kind, number in
            valid.descriptor(UInt8(kind), UInt8(number)) != faulty.descriptor(UInt8(kind), UInt8(number))
        }
        #expect(isDifferent)
    }

    // MARK: The default pipe

    private static func outcome(_ setup: USBSetup, data: [UInt8] = [], isConfigured: Bool = true) -> USBControl.Outcome {
        var control = USBControl(descriptors())
        if isConfigured { _ = control.handle(USBSetup(0x00, 9, value: 1), [], halted: []) }
        return control.handle(setup, data, halted: [.bulkIn])
    }

    @Test func `requests of the standard and the class are understood`() {
        let table: [(USBSetup, [UInt8], USBControl.Outcome)] = [
            (USBSetup(0x80, 0, length: 2), [], .data([1, 0])), (USBSetup(0x81, 0, length: 2), [], .data([0, 0])),
            (USBSetup(0x82, 0, index: 0x81, length: 2), [], .data([1, 0])),
            (USBSetup(0x82, 0, index: 0x02, length: 2), [], .data([0, 0])),
            (USBSetup(0x82, 0, index: 0x00, length: 2), [], .data([0, 0])), (USBSetup(0x00, 5, value: 9), [], .done),
            (USBSetup(0x80, 8, length: 1), [], .data([1])), (USBSetup(0x00, 9, value: 1), [], .configured),
            (USBSetup(0x00, 9, value: 0), [], .configured), (USBSetup(0x81, 10, length: 1), [], .data([0])),
            (USBSetup(0x01, 11), [], .configured), (USBSetup(0x02, 1, index: 0x81), [], .clearHalt(.bulkIn)),
            (USBSetup(0x02, 3, index: 0x83), [], .halt(.interruptIn)),
            (USBSetup(0x21, 0x64), USBCancellation(TransactionID(rawValue: 5)).bytes, .cancel(TransactionID(rawValue: 5))),
            (USBSetup(0xA1, 0x65, length: 64), [], .extendedEvent), (USBSetup(0x21, 0x66), [], .reset),
            (USBSetup(0xA1, 0x67, length: 20), [], .status),
        ]
        for (setup, data, outcome) in table { #expect(Self.outcome(setup, data: data) == outcome, "\(setup)") }
    }

    @Test func `requests that there are not stall`() {
        let wrong: [(USBSetup, [UInt8])] = [
            (USBSetup(0x80, 6, value: 0x0900, length: 9), []), (USBSetup(0x80, 6, value: 0x0201, length: 9), []),
            (USBSetup(0x00, 9, value: 2), []), (USBSetup(0x01, 11, value: 1), []), (USBSetup(0x01, 11, index: 1), []),
            (USBSetup(0x02, 1, index: 0x84), []), (USBSetup(0x02, 1, value: 1, index: 0x81), []), (USBSetup(0x02, 3), []),
            (USBSetup(0x21, 0x64), []), (USBSetup(0x21, 0x64), [1, 2, 3, 4, 5, 6]), (USBSetup(0xA1, 0x64, length: 6), []),
            (USBSetup(0x21, 0x68), []), (USBSetup(0x21, 0x66, index: 1), []), (USBSetup(0xC0, 0, length: 8), []),
            (USBSetup(0x23, 3, value: 4, index: 1), []), (USBSetup(0x80, 12, length: 2), []),
        ]
        for (setup, data) in wrong { #expect(Self.outcome(setup, data: data) == .stall, "\(setup)") }
        // Before the configuration, all requests to endpoints and interfaces stall.
        for setup in [USBSetup(0x02, 1, index: 0x81), USBSetup(0xA1, 0x67, length: 20), USBSetup(0x81, 10, length: 1)] {
            #expect(Self.outcome(setup, isConfigured: false) == .stall)
        }
    }
}

extension USBControl {
    /// Returns the outcome of a request without data.
    fileprivate static func answer(_ descriptors: USBDescriptors, _ setup: [UInt8]) -> Outcome {
        var control = USBControl(descriptors)
        return control.handle(USBSetup(setup)!, [], halted: [])
    }
}

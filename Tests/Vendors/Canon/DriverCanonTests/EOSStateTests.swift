import CameraModel
import Exposure
import PTP
import PTPCanon
import Testing
import VendorKit

@testable import DriverCanon

@Suite struct EOSStateTests {
    private static func number(_ number: Int, _ code: DevicePropCode) -> EventRecord {
        guard case .integer(let type) = PropertyShape.of(code) else { fatalError("\(code) is no number") }
        return .propertyChanged(code, .integer(IntegerValue(number, as: type)!))
    }

    private static func states(_ updates: [CameraUpdate]) -> [PropertyState] {
        updates.compactMap { if case .property(let state) = $0 { state } else { nil } }
    }

    @Test func `the body's reported value is the property's state, once for a reply`() throws {
        var eos = EOSState()
        let (updates, changes) = eos.apply([
            Self.number(0x28, .eosAperture), Self.number(0x30, .eosAperture),
            .offeredValuesChanged(.eosAperture, .numbers([0x28, 0x30, 0x38, 0x30])),
        ])
        #expect(changes.isEmpty)
        let state = try #require(Self.states(updates).first)
        #expect(updates.count == 1 && state.identifier == .aperture)
        #expect(state.value?.label == "f/5.6" && state.value?.code == 0x30)
        #expect(state.settable.values.map(\.label) == ["f/4", "f/5.6", "f/8"])
        #expect(eos.code(of: .aperture) == .eosAperture)
    }

    @Test func `a property that the camera model lacks has Canon's code`() throws {
        var eos = EOSState()
        let code = DevicePropCode(rawValue: 0xD1FE)
        let (updates, _) = eos.apply([.propertyChanged(code, .bytes([0x12, 0xAB])), .propertyChanged(.eosOwner, .text("Ada"))])
        let states = Self.states(updates)
        #expect(states.map(\.identifier).contains(.vendor(code: 0xD1FE)))
        #expect(Set(states.compactMap(\.value?.label)) == ["12ab", "Ada"])
        #expect(states.map(\.vendorName) == ["Owner", nil], "what has no name has none")
        #expect(eos.code(of: .vendor(code: 0xD1FE)) == code)
        #expect(eos.code(of: .vendor(code: 0xD1FF)) == nil)
    }

    @Test func `values are stepped through in the body's order`() {
        var eos = EOSState()
        _ = eos.apply([Self.number(0x30, .eosAperture), .offeredValuesChanged(.eosAperture, .numbers([0x28, 0x30]))])
        #expect(eos.properties.stepped(.eosAperture, .decrement) == .integer(IntegerValue(0x28, as: .uint16)!))
        #expect(eos.properties.stepped(.eosAperture, .increment) == nil)
        #expect(eos.properties.stepped(.eosISOSpeed, .increment) == nil)
    }

    @Test func `a file on the card is an item, one that is sent an offer`() throws {
        var eos = EOSState()
        _ = eos.apply([Self.number(4, .eosCaptureDestination)])
        let record = ObjectRecord(
            ObjectHandle(rawValue: 9),
            storage: StorageID(rawValue: 0x10001),
            format: .exifJPEG,
            size: 123,
            parent: ObjectHandle(rawValue: 3),
            name: "IMG_0001.JPG"
        )
        let transfer = TransferRecord(
            ObjectHandle(rawValue: 7),
            format: .undefined,
            size: 5_000_000_000,
            name: "IMG_0001.CR3",
            form: .wide
        )
        let (_, changes) = eos.apply([
            .objectAdded(record), .transferRequested(transfer), .objectRemoved(ObjectHandle(rawValue: 9)),
        ])
        guard case .added(let item) = changes[0], case .offered(let offer) = changes[1], case .removed(let gone) = changes[2]
        else {
            Issue.record("\(changes)")
            return
        }
        #expect(item.name == "IMG_0001.JPG" && item.size == 123 && item.kind == .image && item.parent == ItemInfo.Handle(3))
        #expect(offer.isOnlyCopy && offer.available.first?.predictedSize == 5_000_000_000)
        #expect(offer.available.first?.fileExtension == "cr3")
        #expect(gone == item.handle)
    }

    @Test func `displays report exposure and focus once their version is known`() throws {
        let parts: [OLCInfo.Part: [UInt8]] = [
            .aperture: [0, 0, 0, 0, 0x28], .exposure: [0, 0, 0xF6, 0, 0, 0, 0], .focus: [0, 0, 0, 0, 1, 1],
        ]
        let info = try #require(OLCInfo(version: 7, parts))
        var eos = EOSState()
        #expect(eos.apply([.olcInfoChanged(info.encoded)]).changes.isEmpty)
        let (updates, changes) = eos.apply([Self.number(7, .eosOLCInfoVersion), .olcInfoChanged(info.encoded)])
        #expect(changes == [.focus(.found)])
        let labels = Self.states(updates).reduce(into: [:]) { $0[$1.identifier] = $1.value?.label }
        #expect(labels[.aperture] == "f/4")
        #expect(eos.state(of: .lightMeterReading)?.value?.exposureCompensation == ExposureCompensation(Stops(nearest: -1)))
    }

    @Test func `how many files a picture makes follows from quality and destination`() {
        var eos = EOSState()
        #expect(eos.expectedFiles == nil)
        let one = ImageFormat(.jpeg(0))
        let two = ImageFormat(.raw(0), .jpeg(0))
        for (format, destination, expected) in [(one, 2, 1), (two, 2, 2), (one, 4, 1), (two, 6, 4), (one, 6, 2)] {
            _ = eos.apply([
                .propertyChanged(.eosImageFormat, .imageFormat(format)), Self.number(destination, .eosCaptureDestination),
            ])
            #expect(eos.expectedFiles == expected)
        }
        _ = eos.apply([Self.number(1, .eosDriveMode)])
        #expect(eos.expectedFiles == nil, "a burst has as many as it has")
    }

    @Test func `a body that is busy is not ready for a picture`() {
        var eos = EOSState()
        for (status, isReady) in [(EventRecord.CameraStatus.busy, false), (.idle, true)] {
            let (updates, _) = eos.apply([.cameraStatusChanged(status)])
            #expect(Self.states(updates).first?.value?.boolean == isReady)
        }
    }

    @Test func `a body that makes properties up has no more than it may`() {
        var eos = EOSState()
        for number in 0...UInt32(UInt16.max) {
            _ = eos.apply([.propertyChanged(DevicePropCode(rawValue: number), .bytes([1]))])
        }
        #expect(eos.properties.contents.count == 2048)
    }

    @Test func `the points of focus are areas, and those that are chosen have focus when the body has`() throws {
        var eos = EOSState()
        var points = FocusInfoEx()
        (points.version, points.pointsInUse) = (3, 2)
        (points.imageWidth, points.imageHeight) = (6000, 4000)
        points.points = [
            .init(x: -1000, y: 500, width: 200, height: 100, isSelected: false),
            .init(x: 0, y: 0, width: 200, height: 100, isSelected: true),
            .init(x: 9, y: 9, width: 1, height: 1, isSelected: true),
        ]
        func focus(_ records: [EventRecord]) -> FocusInfo? {
            eos.apply(records).updates.compactMap { if case .focus(let focus) = $0 { focus } else { nil } }.last
        }
        let first = try #require(focus([.propertyChanged(.eosFocusInfoEx, .focusInfo(points))]))
        #expect(first.space == PixelSize(width: 6000, height: 4000))
        // To the left of the centre, and above it; the third point is not in use.
        #expect(
            first.areas == [
                FocusArea(rect: Rect(x: 1900, y: 1450, width: 200, height: 100), isActive: false, hasFocus: false),
                FocusArea(rect: Rect(x: 2900, y: 1950, width: 200, height: 100), isActive: true, hasFocus: false),
            ]
        )
        #expect(eos.focus == first)
        var other = points
        other.imageWidth = 0
        #expect(focus([.propertyChanged(.eosFocusInfoEx, .focusInfo(other))]) == nil, "a picture without a size has no places")
    }

    @Test func `areas survive the way over the wire`() {
        let info = FocusInfo(
            space: PixelSize(width: 960, height: 640),
            areas: [
                FocusArea(rect: Rect(x: 100, y: 20, width: 60, height: 40), isActive: true, hasFocus: true),
                FocusArea(rect: Rect(x: 800, y: 600, width: 60, height: 40), isActive: false, hasFocus: false),
            ]
        )
        #expect(FocusInfoEx(info).areas(hasFocus: true) == info)
    }

    @Test func `a body that lists values without end has room for as many as there may be`() {
        var eos = EOSState()
        let values = OfferedValues.numbers((0..<100_000).map { UInt32($0) })
        for number in 0..<2048 as Range<UInt32> {
            _ = eos.apply([.offeredValuesChanged(DevicePropCode(rawValue: 0xD000 + number), values)])
        }
        _ = eos.apply([.offeredValuesChanged(.eosAperture, values), Self.number(0x28, .eosAperture)])
        #expect(eos.state(of: .aperture)?.settable.values.count ?? 0 <= ReportedProperties<PropertyContent>.valueLimit)
        #expect(eos.properties.weight <= ReportedProperties<PropertyContent>.weightLimit)
        // A new list replaces the previous one.
        for _ in 0..<1000 { _ = eos.apply([.offeredValuesChanged(.eosAperture, .numbers([0x28, 0x30]))]) }
        #expect(eos.properties.weight <= ReportedProperties<PropertyContent>.weightLimit)
    }

    @Test func `bytes without end are not kept`() {
        var eos = EOSState()
        let code = DevicePropCode(rawValue: 0xD1FE)
        _ = eos.apply([
            .propertyChanged(code, .bytes([UInt8](repeating: 1, count: 1 << 20))),
            .propertyChanged(.eosOwner, .text(String(repeating: "a", count: 1 << 20))),
        ])
        #expect(eos.properties.contents.isEmpty)
    }
}

import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPPanasonic
import Testing

@testable import DriverPanasonic

/// Groups of a body, as properties of the camera model; what is read again; the picture that is being taken.
@Suite struct PanasonicStateTests {
    private static func number(_ number: Int64, _ type: IntegerDataType) -> DataValue { .integer(number, as: type)! }

    private static func member(_ code: DevicePropCode, _ current: Int64, _ values: [Int64], _ type: IntegerDataType = .uint16)
        -> PanasonicPropertyList.Member
    {
        let form = PropForm.enumeration(values.map { number($0, type) })
        return .init(code, [PanasonicElement(1, .number(number(current, type), form))])
    }

    private static func state(_ members: PanasonicPropertyList.Member..., values: [PanasonicValue] = []) -> PanasonicState {
        var state = PanasonicState()
        for member in members {
            let group = member.code.panasonicGroup
            _ = state.described(group, by: group, PanasonicPropertyList(group, [member]), PanasonicValueList(values: values))
        }
        return state
    }

    // MARK: Properties

    @Test func `members are properties of the camera model, and others have their names`() {
        let state = Self.state(
            Self.member(.panasonicISO, 400, [0xFFFF_FFFF, 0xFFFF_FFFE, 200, 400], .uint32),
            Self.member(.panasonicWhiteBalance, 4, [2, 4, 0x8077]),
            Self.member(DevicePropCode(rawValue: 0x0200_00B1), 1, [0, 1, 2])
        )
        let iso = state.state(of: .isoSpeed)
        #expect(iso?.value?.isoSpeed == .iso400 && iso?.settable.values.count == 4)
        #expect(iso?.settable.values[1].label == "Intelligent ISO")
        #expect(state.state(of: .whiteBalance)?.value?.common == .whiteBalance(.daylight))
        // A number that no table has can be set where it is listed.
        let unknown = state.state(of: .whiteBalance)?.settable.values[2]
        #expect(unknown?.label == "32887" && unknown.map { state.encode($0, for: .whiteBalance)?.integer() == 0x8077 } == true)
        let metering = state.state(of: .vendor(code: 0x0200_00B1))
        #expect(metering?.vendorName == "MeteringInfo1" && metering?.value?.integer == 1 && metering?.settable.values.count == 3)
        #expect(state.hasSettings && !PanasonicState().hasSettings)
    }

    @Test func `numbers that mean none are no values`() {
        let state = Self.state(
            Self.member(.panasonicAperture, 0xFFFE, [28, 40]),
            Self.member(.panasonicShutterSpeed, 0, [], .uint32)
        )
        #expect(state.state(of: .aperture)?.value == nil && state.state(of: .aperture)?.settable.isSettable == true)
        #expect(state.state(of: .shutterSpeed)?.value == nil && state.state(of: .shutterSpeed)?.settable.isSettable == false)
    }

    @Test func `the value of GetProperty is preferred`() {
        let state = Self.state(Self.member(.panasonicAperture, 0, []), values: [PanasonicValue(.panasonicAperture, UInt16(38))])
        #expect(state.state(of: .aperture)?.value?.aperture == Aperture(fNumber: 3.8))
    }

    @Test func `the destination lists all places, and one that is not known`() {
        var state = PanasonicState()
        #expect(state.destination == .camera && state.reportedDestination(PanasonicValueList(values: [])) == nil)
        _ = state.reportedDestination(PanasonicValueList(values: [PanasonicValue(.panasonicDestination, UInt16(2))]))
        #expect(state.destination == .cameraAndHost && state.state(of: .imageDestination)?.settable.values.count == 3)
        let other = state.reportedDestination(PanasonicValueList(values: [PanasonicValue(.panasonicDestination, UInt16(9))]))
        #expect(other?.settable.values.count == 4 && state.destination == .camera)
    }

    @Test func `sizes of live view are values that can be set and stepped`() {
        var state = PanasonicState()
        let sizes = [640, 960].map { PanasonicLiveViewSize(width: $0, height: $0 / 4 * 3, frameSize: 1, rate: 30) }
        let listed = PanasonicValueList(values: [PanasonicValue(.panasonicLiveViewSizes, PanasonicLiveViewSize.encoded(sizes))])
        let present = PanasonicValueList(values: [PanasonicValue(.panasonicLiveViewSize, sizes[0].bytes)])
        let property = state.reportedSizes(present, listed)
        #expect(property?.value?.label == "640 × 480, 30 fps" && property?.settable.values.count == 2)
        #expect(state.nextSize(.increment) == sizes[1] && state.nextSize(.decrement) == nil)
        #expect(property.map { state.liveViewSize($0.settable.values[1]) == sizes[1] } == true)
        #expect(state.liveViewSize(PropertyValue(code: 5, label: "")) == nil)
        #expect(state.reportedSizes(PanasonicValueList(values: []), listed) == nil && state.nextSize(.increment) == nil)
    }

    // MARK: Reading again

    @Test func `a group is read again when it, a member or what decides about it has changed`() {
        let state = Self.state(
            Self.member(.panasonicMode, 3, []),
            Self.member(.panasonicShutterSpeed, 125_000, [], .uint32),
            Self.member(.panasonicWhiteBalance, 2, [])
        )
        let mode = PanasonicState.Source.settings(DevicePropCode.panasonicMode.panasonicGroup)
        let shutter = PanasonicState.Source.settings(DevicePropCode.panasonicShutterSpeed.panasonicGroup)
        let balance = PanasonicState.Source.settings(DevicePropCode.panasonicWhiteBalance.panasonicGroup)
        #expect(state.sources(of: .panasonicWhiteBalance) == [balance])
        #expect(state.sources(of: DevicePropCode(rawValue: 0x0200_0050)) == [balance])
        #expect(state.sources(of: .panasonicMode) == [mode, .exposure])
        #expect(state.requests(DevicePropCode.panasonicMode.panasonicGroup).map(\.group.rawValue) == [0x0200_0080, 0x0200_0030])
        #expect(state.sources(of: .panasonicShutterSpeed) == [shutter, .exposure])
        #expect(state.sources(of: .panasonicISO) == [] && state.sources(of: .panasonicISOInUse) == [.exposure])
        #expect(
            state.sources(of: .panasonicSetupTarget) == [.destination]
                && state.sources(of: .panasonicLiveViewSize) == [.liveViewSize]
        )
        #expect(state.sources(of: DevicePropCode(rawValue: 0xFFFF_FFFF)) == [])
    }

    @Test func `one caller reads, in order, each source once, however many events there are`() {
        var state = PanasonicState()
        func popped(_ count: Int) -> [PanasonicState.Source?] { (0..<count).map { _ in state.popReading().source } }
        func begins(_ sources: [PanasonicState.Source]) -> Bool { state.changed(sources) }
        #expect(begins([.exposure, .destination]))
        #expect(!begins([.exposure, .liveViewSize]))
        #expect(popped(2) == [.exposure, .destination])
        #expect(!begins([.exposure]))
        #expect(popped(3) == [.liveViewSize, .exposure, nil])
        #expect(!begins([]))
        #expect(begins((0..<100_000).map { .event($0) }))
        var count = 0
        while state.popReading().source != nil { count += 1 }
        #expect(count == 256)
    }

    @Test func `callers that wait are notified when everything has been read, also later sources`() async {
        var state = PanasonicState()
        let (first, second) = (Promise<Void, Never>(), Promise<Void, Never>())
        func begins(_ sources: [PanasonicState.Source], _ done: Promise<Void, Never>) -> Bool {
            state.changed(sources, then: done)
        }
        #expect(begins([.exposure], first) && !begins([], second))
        #expect(state.popReading().source == .exposure)
        guard case .end(let readers) = state.popReading() else { return #expect(Bool(false), "reads further") }
        #expect(readers.count == 2 && readers[0] === first && readers[1] === second)
        // A caller without a source is notified too.
        #expect(begins([], first))
        guard case .end(let others) = state.popReading() else { return #expect(Bool(false), "reads further") }
        #expect(others.count == 1)
    }

    // MARK: Pictures

    private static func shooting(_ quality: Int64, _ drive: Int64, _ place: UInt16) -> PanasonicState {
        var state = state(member(.panasonicQuality, quality, [0, 3]), member(.panasonicDriveMode, drive, []))
        _ = state.reportedDestination(PanasonicValueList(values: [PanasonicValue(.panasonicDestination, place)]))
        return state
    }

    private static let counts: [(quality: Int64, drive: Int64, place: UInt16, files: Int?)] = [
        (0, 0, 0, 1), (3, 0, 0, 2), (3, 0, 1, 2), (3, 3, 2, 4), (0, 0, 2, 2), (0, 1, 0, nil), (5, 0, 0, nil), (0, 2, 1, nil),
    ]

    @Test(arguments: counts) func `format, drive mode and destination tell the number of files`(
        _ row: (quality: Int64, drive: Int64, place: UInt16, files: Int?)
    ) {
        var state = Self.shooting(row.quality, row.drive, row.place)
        let files = state.pictureBegan()
        #expect(files == row.files && state.endsWithReport == (row.files == nil))
        state.pictureEnded()
        #expect(state.picture == .none && state.endsWithReport)
    }

    @Test func `a file in memory is fetched at once while others follow`() {
        var state = Self.shooting(3, 0, 1)
        func arrivals(_ count: Int) -> [Bool] { (0..<count).map { _ in state.fileArrived() } }
        #expect(arrivals(1) == [false])
        _ = state.pictureBegan()
        #expect(arrivals(3) == [true, false, false])
        state = Self.shooting(0, 1, 1)
        _ = state.pictureBegan()
        #expect(arrivals(2) == [true, true])
        state = Self.shooting(0, 0, 0)
        _ = state.pictureBegan()
        #expect(state.picture == .counted(inMemory: 0) && arrivals(1) == [false])
    }
}

extension PanasonicState.Reading {
    /// The next source; nil at the end.
    fileprivate var source: PanasonicState.Source? { if case .read(let source) = self { source } else { nil } }
}

import CameraModel
import Exposure
import PTP
import PTPSony
import Testing

@testable import DriverSony

/// Reports of a body, as updates of the camera model; pictures in its buffer; moves.
@Suite struct SonyStateTests {
    private static func number(_ number: some BinaryInteger, _ type: IntegerDataType) -> DataValue { .integer(number, as: type)! }

    private static func record(_ code: DevicePropCode, _ current: Int64, _ type: IntegerDataType, _ values: [Int64] = [])
        -> SonyPropertyRecord
    {
        SonyPropertyRecord(
            code,
            current: number(current, type),
            form: values.isEmpty ? .none : .enumeration(values.map { number($0, type) })
        )
    }

    private static func state(_ version: SonyVersion, _ records: SonyPropertyRecord...) -> SonyState {
        var state = SonyState()
        state.described(SonyExtension(version: version.rawValue, codes: [], controls: []))
        _ = state.apply(records)
        return state
    }

    private static let iso = record(.sonyISO, 100, .uint32, [0xFF_FFFF, 100, 200, 400])

    // MARK: Properties

    @Test func `records are properties of the camera model, and others have their names`() {
        let state = Self.state(
            .v3,
            Self.iso,
            Self.record(.whiteBalance, 4, .uint16, [2, 4]),
            Self.record(.sonySlot1Status, 2, .uint8),
            Self.record(.sonyBatteryLevel, 100, .uint8)
        )
        #expect(state.state(of: .isoSpeed)?.value?.isoSpeed == .iso100 && state.state(of: .isoSpeed)?.settable.values.count == 4)
        #expect(state.state(of: .whiteBalance)?.value?.common == .whiteBalance(.daylight))
        #expect(state.state(of: .batteryLevel)?.value?.common == .batteryLevel(.full))
        let slot = state.state(of: .vendor(code: 0xD248))
        #expect(slot?.value?.label == "No card" && slot?.vendorName == "MediaSLOT1Status")
    }

    @Test func `a property that is set by value is preferred to the one that is moved by notches`() {
        let state = Self.state(.v2, Self.iso, Self.record(.sonyISO2, 200, .uint32, [100, 200]))
        #expect(state.code(.isoSpeed) == .sonyISO2 && state.state(of: .isoSpeed)?.value?.isoSpeed == .iso200)
        #expect(state.needsNotches(.sonyISO) && !state.needsNotches(.sonyISO2))
        #expect(!Self.state(.v3, Self.iso).needsNotches(.sonyISO))
    }

    @Test func `numbers that mean nothing are no values`() {
        let state = Self.state(.v2, Self.record(.fNumber, 0xFFFE, .uint16), Self.record(.sonyShutterSpeed, 0xFFFF_FFFF, .uint32))
        #expect(state.state(of: .aperture)?.value == nil && state.state(of: .shutterSpeed)?.value == nil)
    }

    @Test func `a lens with a motor has a zoom, by speed`() {
        let range = SonyPropertyRecord(
            .sonyZoomSpeedRange,
            access: 0,
            current: Self.number(0, .int8),
            form: .range(minimum: Self.number(-8, .int8), maximum: Self.number(8, .int8), step: Self.number(1, .int8))
        )
        #expect(Self.state(.v3, range).zoom == nil)
        #expect(Self.state(.v3, range, Self.record(.sonyZoomEnabled, 0, .uint8)).zoom?.settable.isSettable == false)
        let zoom = Self.state(.v3, range, Self.record(.sonyZoomEnabled, 1, .uint8)).zoom
        #expect(zoom?.settable.range == NumericRange(minimum: -8, maximum: 8, step: 1) && zoom?.vendorName == "ZoomOperation")
    }

    // MARK: Notches

    @Test func `values on the way are not reported, and the last one is`() throws {
        var state = Self.state(.v2, Self.iso)
        let begins = [400, 200].map { state.walkBegan(.sonyISO, to: Self.number($0, .uint32)) }
        #expect(begins == [true, false])
        var action = state.walkContinued(.sonyISO, moved: true)
        #expect(action == .move(1))
        let (updates, changes) = state.apply([Self.record(.sonyISO, 200, .uint32, [0xFF_FFFF, 100, 200, 400])])
        #expect(updates.isEmpty && changes == [.number(.sonyISO, 200)])
        action = state.walkContinued(.sonyISO, moved: true)
        let last = state.walkEnded(.sonyISO)
        #expect(action == .arrived && last?.value?.isoSpeed == .iso200)
        let later = state.apply([Self.iso]).updates
        #expect(!later.isEmpty)
    }

    @Test func `the operations on storages are unknown to the rest of the driver`() {
        var device = DeviceInfo(manufacturer: "Sony Corporation", model: "A", deviceVersion: "1", serialNumber: "1")
        device.operations = [.getDeviceInfo, .getStorageIDs, .getObjectHandles, .getObjectInfo, .getObject, .sonyConnect]
        #expect(SonyConnection.remote(device).operations == [.getDeviceInfo, .getObjectInfo, .getObject, .sonyConnect])
    }

    // MARK: Pictures

    private static func buffer(_ number: Int64) -> SonyPropertyRecord { record(.sonyObjectInMemory, number, .uint16) }

    /// Reports a number of the buffer, then returns whether fetching begins.
    private static func begins(_ state: inout SonyState, _ number: Int64) -> Bool {
        _ = state.apply([buffer(number)])
        return state.fetchBegan()
    }

    @Test func `pictures are fetched until there are none`() {
        var state = Self.state(.v3)
        // Without pictures, with one that is not ready, with two that are, and while they are fetched.
        let begins = ([0, 1, 0x8002, 0x8002] as [Int64]).map { Self.begins(&state, $0) }
        #expect(begins == [false, false, true, false] && state.isFetching)
        _ = state.apply([Self.buffer(0x8001)])
        let continues = state.fetchContinues(afterSuccess: true)
        _ = state.apply([Self.buffer(0)])
        let ends = state.fetchContinues(afterSuccess: true)
        let again = state.fetchBegan()
        #expect(continues && !ends && !again && !state.isFetching)
    }

    @Test func `pictures that cannot be fetched are tried again when their number changes`() {
        var state = Self.state(.v3)
        let begins = [0x8001, 0x8001, 0x8002, 0, 0x8002].map { (number: Int64) in
            let begins = Self.begins(&state, number)
            if begins { _ = state.fetchContinues(afterSuccess: false) }
            return begins
        }
        #expect(begins == [true, false, true, false, true])
    }

    private typealias Files = (destination: Int64, drive: Int64, quality: Int64, saved: Int64?, count: Int?)

    private static let files: [Files] = [
        (0x10, 1, 3, nil, 0), (0x11, 1, 3, nil, 1), (1, 1, 0x13, nil, 2), (1, 1, 0x13, 2, 1), (0x11, 1, 0x13, 1, 2),
        (1, 0x8012, 3, nil, nil),
        (1, 0x8337, 3, nil, nil), (1, 0x8005, 0x10, nil, 1),
    ]

    @Test func `destination, drive mode and quality determine the number of files of a picture`() {
        for row in Self.files {
            var records = [
                Self.record(.sonyStoreDestination, row.destination, .uint16, [1, 0x10, 0x11]),
                Self.record(.stillCaptureMode, row.drive, .uint16, [1, 0x8012, 0x8337, 0x8005]),
                Self.record(.compressionSetting, row.quality, .uint8, [3, 0x10, 0x13]),
            ]
            if let saved = row.saved { records.append(Self.record(.sonySavedImageFormat, saved, .uint8, [1, 2, 3])) }
            var state = Self.state(.v2)
            _ = state.apply(records)
            #expect(state.filesInBuffer == row.count, "\(row)")
        }
    }
}

import PTP
import PTPNikon
import Testing

@Suite struct CodeTests {
    @Test func `Nikon's codes have Nikon's names, which are not the standard's`() {
        #expect(OperationCode.nikonDeviceReady.nikonDescription == "DeviceReady")
        #expect(OperationCode.nikonDeviceReady.description == "0x90C8", "another vendor's 0x90C8 is something else")
        #expect(EventCode.nikonObjectAddedInSDRAM.nikonName == "ObjectAddedInSDRAM")
        #expect(DevicePropCode.nikonExposureTime.nikonName == "ExposureTime")
        #expect(ResponseCode.nikonOutOfFocus.nikonDescription == "OutOfFocus")
        #expect(OperationCode.nikonStartPairing.nikonName == "StartPairing")
        #expect(DevicePropCode(rawValue: 0x1D029).nikonName == "MovieProResRawHq12bitToneMode/MovieQualityNRaw")
        #expect(DevicePropCode(rawValue: 0xD05D).nikonName == "LiveViewAFArea/StillFocusMeteringMode")
    }

    @Test func `standard codes keep their names, and unnamed ones are numbers`() {
        #expect(OperationCode.getDeviceInfo.nikonDescription == "GetDeviceInfo" && ResponseCode.ok.nikonName == "OK")
        #expect(OperationCode(rawValue: 0x9299).nikonDescription == "0x9299")
    }

    @Test func `the tables are as long as observed`() {
        #expect(OperationCode.nikonNames.count == 76 && EventCode.nikonNames.count == 17)
        #expect(DevicePropCode.nikonNames.count == 514 && ResponseCode.nikonNames.count == 16)
    }

    @Test func `no code of Nikon's is one of the standard's`() {
        #expect(OperationCode.nikonNames.keys.allSatisfy { OperationCode.names[UInt16(truncatingIfNeeded: $0)] == nil })
        #expect(EventCode.nikonNames.keys.allSatisfy { EventCode.names[UInt16(truncatingIfNeeded: $0)] == nil })
        #expect(DevicePropCode.nikonNames.keys.allSatisfy { DevicePropCode(rawValue: $0).name == nil })
        #expect(ResponseCode.nikonNames.keys.allSatisfy { ResponseCode.names[UInt16(truncatingIfNeeded: $0)] == nil })
    }
}

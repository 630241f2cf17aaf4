import PTP
import PTPNikon
import Testing

@Suite struct CodeTests {
    @Test func `Nikon's codes have Nikon's names, which are not the standard's`() {
        #expect(OperationCode.nikonDeviceReady.description(by: .nikon) == "DeviceReady")
        #expect(OperationCode.nikonDeviceReady.description == "0x90C8", "another vendor's 0x90C8 is something else")
        #expect(EventCode.nikonObjectAddedInSDRAM.name(by: .nikon) == "ObjectAddedInSDRAM")
        #expect(DevicePropCode.nikonExposureTime.name(by: .nikon) == "ExposureTime")
        #expect(ResponseCode.nikonOutOfFocus.description(by: .nikon) == "OutOfFocus")
        #expect(OperationCode.nikonStartPairing.name(by: .nikon) == "StartPairing")
        #expect(DevicePropCode(rawValue: 0x1D029).name(by: .nikon) == "MovieProResRawHq12bitToneMode/MovieQualityNRaw")
        #expect(DevicePropCode(rawValue: 0xD05D).name(by: .nikon) == "LiveViewAFArea/StillFocusMeteringMode")
    }

    @Test func `standard codes keep their names, and unnamed ones are numbers`() {
        #expect(
            OperationCode.getDeviceInfo.description(by: .nikon) == "GetDeviceInfo" && ResponseCode.ok.name(by: .nikon) == "OK"
        )
        #expect(OperationCode(rawValue: 0x9299).description(by: .nikon) == "0x9299")
    }

    @Test func `the tables are as long as observed`() {
        let names = VendorNames.nikon
        #expect(names.operations.numbers.count == 76 && names.events.numbers.count == 17)
        #expect(names.properties.numbers.count == 514 && names.responses.numbers.count == 16)
    }

    @Test func `no code of Nikon's is one of the standard's`() {
        func clashes<Code: VendorNamedCode>(_ type: Code.Type) -> [String] {
            Code.names(by: .nikon).numbers.compactMap { Code(rawValue: Code.RawValue(truncatingIfNeeded: $0)).name }
        }
        #expect(clashes(OperationCode.self).isEmpty && clashes(EventCode.self).isEmpty)
        #expect(clashes(ResponseCode.self).isEmpty && clashes(DevicePropCode.self).isEmpty)
    }
}

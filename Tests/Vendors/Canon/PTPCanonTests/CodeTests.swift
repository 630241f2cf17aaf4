import PTP
import PTPCanon
import Testing

@Suite struct CodeTests {
    @Test func `Canon's codes have Canon's names, which are not the standard's`() {
        #expect(OperationCode.eosGetEvent.rawValue == 0x9116 && OperationCode.eosGetEvent.description(by: .eos) == "GetEvent")
        #expect(OperationCode.eosGetEvent.description == "0x9116", "another maker's 0x9116 is something else")
        #expect(EventCode.eosAvailListChanged.name(by: .eos) == "AvailListChanged" && EventCode.eosAvailListChanged.name == nil)
        #expect(DevicePropCode(rawValue: 0xD101).description(by: .eos) == "Aperture")
        #expect(ResponseCode.eosObjectNotReady.description(by: .eos) == "ObjectNotReady")
    }

    @Test func `standard properties keep their names, and unnamed ones are numbers`() {
        #expect(OperationCode.getDeviceInfo.description(by: .eos) == "GetDeviceInfo" && ResponseCode.ok.name(by: .eos) == "OK")
        #expect(
            OperationCode(rawValue: 0x9199).description(by: .eos) == "0x9199"
                && OperationCode(rawValue: 0x9199).name(by: .eos) == nil
        )
    }

    @Test func `the tables are as long as observed`() {
        let names = VendorNames.eos
        #expect(names.operations.numbers.count == 141 && names.events.numbers.count == 51)
        #expect(names.properties.numbers.count == 227 && names.responses.numbers.count == 7)
    }

    @Test func `no code of Canon's is one of the standard's`() {
        func clashes<Code: VendorNamedCode>(_ type: Code.Type) -> [String] {
            Code.names(by: .eos).numbers.compactMap { Code(rawValue: Code.RawValue(truncatingIfNeeded: $0)).name }
        }
        #expect(clashes(OperationCode.self).isEmpty && clashes(EventCode.self).isEmpty)
        #expect(clashes(ResponseCode.self).isEmpty && clashes(DevicePropCode.self).isEmpty)
    }
}

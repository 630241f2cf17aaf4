import PTP
import PTPCanon
import Testing

@Suite struct CodeTests {
    @Test func `Canon's codes have Canon's names, which are not the standard's`() {
        #expect(OperationCode.eosGetEvent.rawValue == 0x9116 && OperationCode.eosGetEvent.eosDescription == "GetEvent")
        #expect(OperationCode.eosGetEvent.description == "0x9116", "another maker's 0x9116 is something else")
        #expect(EventCode.eosAvailListChanged.eosName == "AvailListChanged" && EventCode.eosAvailListChanged.name == nil)
        #expect(DevicePropCode(rawValue: 0xD101).eosDescription == "Aperture")
        #expect(ResponseCode.eosObjectNotReady.eosDescription == "ObjectNotReady")
    }

    @Test func `standard properties keep their names, and unnamed ones are numbers`() {
        #expect(OperationCode.getDeviceInfo.eosDescription == "GetDeviceInfo" && ResponseCode.ok.eosName == "OK")
        #expect(OperationCode(rawValue: 0x9199).eosDescription == "0x9199" && OperationCode(rawValue: 0x9199).eosName == nil)
    }

    @Test func `the tables are as long as observed`() {
        #expect(OperationCode.eosNames.count == 141 && EventCode.eosNames.count == 51)
        #expect(DevicePropCode.eosNames.count == 227 && ResponseCode.eosNames.count == 7)
    }

    @Test func `no code of Canon's is one of the standard's`() {
        #expect(OperationCode.eosNames.keys.allSatisfy { OperationCode.names[$0] == nil })
        #expect(EventCode.eosNames.keys.allSatisfy { EventCode.names[$0] == nil })
        #expect(DevicePropCode.eosNames.keys.allSatisfy { DevicePropCode.names[$0] == nil })
        #expect(ResponseCode.eosNames.keys.allSatisfy { ResponseCode.names[$0] == nil })
    }
}

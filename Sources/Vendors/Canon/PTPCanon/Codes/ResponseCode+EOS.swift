package import PTP

// Response codes of EOS bodies. Codes: observed behaviour.
extension ResponseCode {
    package static let eosUnknownCommand = ResponseCode(rawValue: 0xA001)
    package static let eosOperationRefused = ResponseCode(rawValue: 0xA005)
    package static let eosLensCoverClosed = ResponseCode(rawValue: 0xA006)
    package static let eosLowBattery = ResponseCode(rawValue: 0xA101)
    package static let eosObjectNotReady = ResponseCode(rawValue: 0xA102)
    package static let eosCannotMakeObject = ResponseCode(rawValue: 0xA104)
    package static let eosMemoryStatusNotReady = ResponseCode(rawValue: 0xA106)
}

extension ResponseCode: EOSCode {
    package static let eosNames: [UInt16: String] = [
        0xA001: "UnknownCommand",
        0xA005: "OperationRefused",
        0xA006: "LensCoverClosed",
        0xA101: "LowBattery",
        0xA102: "ObjectNotReady",
        0xA104: "CannotMakeObject",
        0xA106: "MemoryStatusNotReady",
    ]
}

import PTP

/// What single bodies do otherwise, by model (observed behaviour).
struct EOSQuirks {
    /// The parameter of SetRemoteMode (0x9114).
    var remoteMode: UInt32 = 1
    /// The parameter of SetEventMode (0x9115).
    var eventMode: UInt32 = 1

    init(_ device: DeviceInfo) {
        // EOS M, the first of the mirrorless: any firmware.
        if device.model == "Canon EOS M" { (remoteMode, eventMode) = (0x15, 2) }
        // Mirrorless PowerShots with EOS operations: any firmware.
        if device.model.split(separator: " ").contains("PowerShot") { remoteMode = 0x11 }
    }
}

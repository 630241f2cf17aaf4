import PTP

/// Deviations of single models (observed behaviour).
struct EOSQuirks {
    /// Parameter of SetRemoteMode (0x9114).
    var remoteMode: UInt32 = 1
    /// Parameter of SetEventMode (0x9115).
    var eventMode: UInt32 = 1

    init(_ device: DeviceInfo) {
        // EOS M, the first mirrorless body: any firmware.
        if device.model == "Canon EOS M" { (remoteMode, eventMode) = (0x15, 2) }
        // Mirrorless PowerShots with EOS operations: any firmware.
        if device.model.split(separator: " ").contains("PowerShot") { remoteMode = 0x11 }
    }
}

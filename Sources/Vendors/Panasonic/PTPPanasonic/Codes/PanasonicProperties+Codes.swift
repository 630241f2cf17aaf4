package import PTP

// Properties have numbers of 32 bits: a group ends in 0, its members in 1, 2 ….

extension DevicePropCode {
    package static let panasonicPhotoStyle = DevicePropCode(rawValue: 0x0200_0011)
    package static let panasonicISO = DevicePropCode(rawValue: 0x0200_0021)
    package static let panasonicISOLimit = DevicePropCode(rawValue: 0x0200_0022)
    package static let panasonicShutterSpeed = DevicePropCode(rawValue: 0x0200_0031)
    package static let panasonicAperture = DevicePropCode(rawValue: 0x0200_0041)
    package static let panasonicWhiteBalance = DevicePropCode(rawValue: 0x0200_0051)
    package static let panasonicColorTemperature = DevicePropCode(rawValue: 0x0200_0052)
    /// Shift of the white balance between amber and blue.
    package static let panasonicShiftAB = DevicePropCode(rawValue: 0x0200_0053)
    /// Shift of the white balance between green and magenta.
    package static let panasonicShiftGM = DevicePropCode(rawValue: 0x0200_0054)
    package static let panasonicCompensation = DevicePropCode(rawValue: 0x0200_0061)
    package static let panasonicFocusMode = DevicePropCode(rawValue: 0x0200_0071)
    package static let panasonicFocusArea = DevicePropCode(rawValue: 0x0200_0072)
    package static let panasonicQuickFocus = DevicePropCode(rawValue: 0x0200_0073)
    package static let panasonicDriveMode = DevicePropCode(rawValue: 0x0200_0081)
    /// Position of the mode dial.
    package static let panasonicMode = DevicePropCode(rawValue: 0x0200_0082)
    package static let panasonicFilter = DevicePropCode(rawValue: 0x0200_0083)
    package static let panasonicIntelligentAuto = DevicePropCode(rawValue: 0x0200_0084)
    package static let panasonicQuality = DevicePropCode(rawValue: 0x0200_00A2)
    package static let panasonicAspectRatio = DevicePropCode(rawValue: 0x0200_00A3)
    /// Exposure mode of movies.
    package static let panasonicMovieMode = DevicePropCode(rawValue: 0x0600_0011)
    package static let panasonicMovieHDMI = DevicePropCode(rawValue: 0x0600_0012)
    package static let panasonicMovieFormat = DevicePropCode(rawValue: 0x0600_0014)
    /// Destination of pictures.
    package static let panasonicDestination = DevicePropCode(rawValue: 0x0800_0091)
    /// The present size of live view; see ``PanasonicLiveViewSize``.
    package static let panasonicLiveViewSize = DevicePropCode(rawValue: 0x0D80_0011)
    /// A movement of the focus; see ``PanasonicFocusDrive``.
    package static let panasonicFocusDrive = DevicePropCode(rawValue: 0x0301_0011)
    /// State of the body; see ``PanasonicStatus``.
    package static let panasonicRecordingStatus = DevicePropCode(rawValue: 0x1200_0013)
    /// The aperture in use, also where the body chooses it.
    package static let panasonicApertureInUse = DevicePropCode(rawValue: 0x1200_0021)
    /// The shutter speed in use.
    package static let panasonicShutterSpeedInUse = DevicePropCode(rawValue: 0x1200_0022)
    /// The ISO speed in use.
    package static let panasonicISOInUse = DevicePropCode(rawValue: 0x1200_0023)

    /// The group of the exposure in use.
    package static let panasonicExposureInUse = DevicePropCode(rawValue: 0x1200_0020)
    /// The group of the destination of pictures.
    package static let panasonicSetupTarget = DevicePropCode(rawValue: 0x0800_0090)
    /// The sizes that live view can have.
    package static let panasonicLiveViewSizes = DevicePropCode(rawValue: 0x0D80_0012)

    /// The group of a member: the number with a last digit of 0.
    package var panasonicGroup: DevicePropCode { DevicePropCode(rawValue: rawValue & ~0xF) }
}

/// The groups of a body. Bodies do not list them.
package enum PanasonicGroups {
    /// The groups that ListProperty describes, in the order in which they are requested.
    package static let settings: [DevicePropCode] =
        [
            0x0200_0010, 0x0200_0020, 0x0200_0030, 0x0200_0040, 0x0200_0050, 0x0200_0060, 0x0200_0070, 0x0200_0080, 0x0200_00A0,
            0x0200_00B0, 0x0200_00C0, 0x0200_00E0, 0x0200_0110, 0x0200_0120, 0x0200_0140, 0x0200_0170, 0x0200_01A0, 0x0200_01B0,
            0x0200_01C0, 0x0200_01D0, 0x0600_0010,
        ]
        .map { DevicePropCode(rawValue: $0) }

    /// Members that are requested by themselves from a body without their group: a GH5 has the format of pictures so, and libgphoto2
    /// requests the exposure mode of movies so (observed behaviour).
    package static let alone: [DevicePropCode: DevicePropCode] = [
        DevicePropCode(rawValue: 0x0200_00A0): .panasonicQuality, DevicePropCode(rawValue: 0x0600_0010): .panasonicMovieMode,
    ]

    /// The groups that may change together with another one: the mode dial decides about the exposure.
    package static let dependents: [DevicePropCode: [DevicePropCode]] = [
        DevicePropCode(rawValue: 0x0200_0080): [0x0200_0020, 0x0200_0030, 0x0200_0040, 0x0200_0060].map {
            DevicePropCode(rawValue: $0)
        }
    ]

    /// The groups of the exposure, with which the exposure in use changes.
    package static let exposure: Set<DevicePropCode> = Set(
        [0x0200_0020, 0x0200_0030, 0x0200_0040, 0x0200_0060, 0x0200_0080].map { DevicePropCode(rawValue: $0) }
    )
}

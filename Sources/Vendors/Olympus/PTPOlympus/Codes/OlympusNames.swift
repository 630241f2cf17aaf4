package import PTP

extension VendorNames {
    /// The names of Olympus and OM System bodies. Codes and names: observed behaviour (the names are those that open programs use, HotShoe's own for
    /// some).
    package static let olympus = VendorNames(
        operations: """
            9481 Capture 9482 GetDateTime 9484 GetLiveViewImage 9485 GetImage 9486 GetChangedProperties 9487 MFDrive
            9489 SetProperties
            """,
        events: """
            C002 ObjectAdded C008 DevicePropChanged C101 CreateRecView C102 ObjectAddedNew C103 CaptureComplete
            C108 DevicePropChangedNew
            """,
        properties: """
            D002 Aperture D003 FocusMode D004 ExposureMeteringMode D005 FlashMode D006 ModeDial D007 ISO
            D008 ExposureCompensation D009 DriveMode D00C CaptureFamily D00D ImageFormat D00E ColorTemperature
            D00F FlashExposureCompensation D010 PictureMode D011 NoiseFilter D013 AFReleasePriority
            D014 ShutterReleasePriority D018 ISOAutoMode D01B AspectRatio D01C ShutterSpeed D01D FlashSyncMode
            D01E WhiteBalance D01F BracketSettingA D020 BracketSettingB D021 BracketSettingC D022 BracketSettingD
            D025 BracketExposureCompensationA D026 BracketExposureCompensationB D027 BracketExposureCompensationC
            D029 BracketShutterSpeed1 D02A BracketShutterSpeed2 D02B BracketShutterSpeed3 D02D BracketAperture1
            D02E BracketAperture2 D02F BracketAperture3 D030 BracketAperture4 D04A FirmwareVersionMinor
            D04B ImageStabilizerMode D04C AutoMinimumShutterSpeed D050 OrientationSensor D051 AFArea D052 CameraControlMode
            D053 LensFocalLengthMinimum D054 LensApertureFormat D055 LensFocalLengthMaximum D056 LensInfoFormat
            D057 LensMountInformation D058 LensSerialNumberPart D059 ShutterActuationCount D05A LiveViewCropX
            D05B LiveViewCropY D05C LensOpticalInfo D05D AFPointPositionX D05E AFPointPositionY D061 LensISStatus
            D062 LensFocusDriveStatus D063 LensCategory D064 LensVersion D065 FocusStackingEnable D066 LensAttachedStatus
            D067 LensDataValid D068 LensErrorStatus D069 LiveViewStreamEnable D06A LiveViewStreamFormat D06D LiveViewMode
            D070 LiveViewQuality D071 LiveViewAFAreaX D072 LiveViewAFAreaY D073 LiveViewAFAreaMode D074 LiveViewFrameWidth
            D075 LiveViewFrameHeight D077 LensNumericInfo D078 LiveViewModeSetting D079 LensFocusModeStatus
            D07A HighResShutterSpeed D07B ShutterSpeedAlt D07C ElectronicShutterMode D07D FlashExposureCompensationAlt
            D07F LensFStopMinimum D080 LensFStopMaximum D081 LensOISMode D082 LensMFClutchStatus D083 LensFocusLimitNear
            D084 LensFocusLimitFar D085 LensFocusLimiterMode D086 LensMaxShutterSpeed D087 LensCurrentShutterSpeed
            D08B MovieFrameRate D08C MovieQuality D08E MovieAudioMode D08F MovieRecordingStatus D097 WirelessFlashMode
            D09F GripBatteryStatus D0A2 PictureModeParameter1 D0A3 PictureModeParameter2 D0A4 PictureModeParameter3
            D0A7 PictureModeParameter6 D0A8 PictureModeParameter7 D0A9 PictureModeParameter8 D0AA PictureModeParameter9
            D0AC PictureModeToggle D0AD PictureModeColorProfile D0AE PictureModeToggle2 D0B2 ArtFilterParameter1
            D0B3 ArtFilterParameter2 D0B4 ArtFilterParameter3 D0B6 ArtFilterParameter5 D0B7 ArtFilterParameter6
            D0B8 ArtFilterParameter7 D0BC ArtFilterParameter11 D0BD ArtFilterParameter12 D0BE ArtFilterParameter13
            D0C4 FocusBracketingEnable D0C5 MovieFocusMode D0C6 FocusBracketingStatus D0C7 VideoResolution
            D0C9 ProCapturePreBufferShutter D0CB KeystoneCompensation D0CC KeystoneAdjustment D0CD CustomModeDial
            D0CF CustomModeParameter D0D0 LiveViewOverlay1 D0DC CaptureTarget D161 WhiteBalanceAdjustA
            D162 WhiteBalanceAdjustB D1C0 ISOSensitivity
            """
    )
}

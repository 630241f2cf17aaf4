package import PTP

extension VendorNames {
    /// Panasonic's names. Codes and names: observed behaviour (the names are those that open programs use, HotShoe's own where they have
    /// none).
    package static let panasonic = VendorNames(
        operations: """
            9102 OpenSession 9103 CloseSession 9104 GetList 9107 GetPropertySize 9108 ListProperty 9401 GetEvent 9402 GetProperty
            9403 SetProperty 9404 InitiateCapture 9405 ControlFocus 9409 SetMovieProperty 940A GetCaptureTarget
            940B SetCaptureTarget 940C MovieRecControl 940D PowerControl 940E PlayControl 940F PlayControlPlay
            9411 SetGPSDataInfo 9412 Liveview 9414 GetStatus 9415 SetLiveViewParameters 9416 ManualFocusDrive 9603 ChangeEvent
            9605 GetFromEventInfo 9606 SendDataInfo 9607 StartSendData 9706 LiveviewImage
            """,
        events: """
            C101 Request C102 DevicePropChanged C107 Processing C108 ObjectAdded C109 ObjectAddedSDRAM
            """,
        properties: """
            02000011 PhotoStyle 02000012 PhotoStyle_Adjustment1 02000013 PhotoStyle_Adjustment2 02000014 PhotoStyle_Adjustment3
            02000015 PhotoStyle_Adjustment4 02000017 PhotoStyle_Adjustment5 02000021 ISO 02000022 ISO_UpperLimit
            02000031 ShutterSpeed 02000032 ShutterSpeed_RangeLimit 02000041 Aperture 02000042 Aperture_RangeLimit
            02000051 WhiteBalance 02000052 WhiteBalance_KSet 02000053 WhiteBalance_ADJ_AB 02000054 WhiteBalance_ADJ_GM
            02000055 WhiteBalance_ADJ_AB_Sep 02000061 Exposure 02000062 Exposure_RangeLimit 02000071 AFArea_AFMode
            02000072 AFArea_AFArea 02000073 AFArea_SetQuickAF 02000081 CameraMode_DriveMode 02000082 CameraMode_ModePos
            02000083 CameraMode_CreativeMode 02000084 CameraMode_iAMode 020000A1 ImageMode 020000A2 ImageMode_Quality
            020000A3 ImageMode_ImageAspect 020000B1 MeteringInfo1 020000B2 MeteringInfo2 020000C1 IntervalInfo1
            020000C2 IntervalInfo2 020000C3 IntervalInfo3 020000C4 IntervalInfo4 020000E1 RecDispConfig1 020000E2 RecDispConfig2
            020000E3 RecDispConfig3 020000E4 RecDispConfig4 020000E5 RecDispConfig5 02000111 RecInfoFlash1
            02000112 RecInfoFlash2 02000141 BurstBracket 02000171 RecPreviewConfig1 02000172 RecPreviewConfig2
            02000173 RecPreviewConfig3 020001A1 RecInfoSelfTimer 03010011 MFBar 06000011 MovConfig_C_Movie_Mode
            06000012 MovConfig_HDMI_Mode 06000013 MovConfig_Quality_Mode 06000014 MovConfig_Rec_Mode 08000091 CaptureTarget
            0D800011 LiveViewSize 12000010 FreeSpaceInImages 12000013 RecordingStatus 12000021 ApertureInUse
            12000022 ShutterSpeedInUse 12000023 ISOInUse 16000010 BatteryInfo 12010040 LensMFBar
            """
    )
}

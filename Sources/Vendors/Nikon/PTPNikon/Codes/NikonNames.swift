package import PTP

extension VendorNames {
    /// Nikon's names. Codes and names: observed behaviour (the names are those that open programs use). Where two names are given,
    /// the number means the first on older bodies, and the second on newer ones.
    package static let nikon = VendorNames(
        operations: """
            9006 GetProfileAllData 9007 SendProfileData 9008 DeleteProfile 9009 SetProfileData 9010 AdvancedTransfer
            9011 GetFileInfoInBlock 90C0 InitiateCaptureRecInSdram 90C1 AfDrive 90C2 ChangeCameraMode 90C3 DelImageSDRAM
            90C4 GetLargeThumb 90C5 CurveDownload 90C6 CurveUpload 90C7 GetEvent 90C8 DeviceReady 90C9 SetPreWBData
            90CA GetVendorPropCodes 90CB AfCaptureSDRAM 90CC GetPictCtrlData 90CD SetPictCtrlData 90CE DelCstPicCtrl
            90CF GetPicCtrlCapability 9200 GetPreviewImg 9201 StartLiveView 9202 EndLiveView 9203 GetLiveViewImg
            9204 MfDrive 9205 ChangeAfArea 9206 AfDriveCancel 9207 InitiateCaptureRecInMedia 9209 GetVendorStorageIDs
            920A StartMovieRecInCard 920B EndMovieRec 920C TerminateCapture 920F GetFhdPicture 90E0 GetDevicePTPIPInfo
            9400 GetPartialObjectHiSpeed 9402 StartSpotWb 9403 EndSpotWb 9404 ChangeSpotWbArea 9405 MeasureSpotWb
            9406 EndSpotWbResultDisp 940C CancelImagesInSDRAM 9414 GetSBHandles 9415 GetSBAttrDesc 9416 GetSBAttrValue
            9417 SetSBAttrValue 9418 GetSBGroupAttrDesc 9419 GetSBGroupAttrValue 941A SetSBGroupAttrValue 941B TestFlash
            941C GetEventEx 941D MirrorUpCancel 941E PowerZoomByFocalLength 941F ActiveSelectionControl
            9420 SaveCameraSetting 9421 GetObjectSize 9422 ChangeMonitorOff 9423 GetLiveViewCompressedSize
            9424 StartTracking 9425 EndTracking 9426 ChangeAELock 9428 GetLiveViewImageEx 9431 GetPartialObjectEx
            9432 GetManualSettingLensData 9433 InitiatePixelMapping 9434 GetObjectsMetaData 9435 ChangeApplicationMode
            9436 ResetMenu 9439 GetVendorCodes 943A GetDevicePropDescEx 943B GetDevicePropValueEx 943C SetDevicePropValueEx
            935A EndPairing 952B StartPairing 9504 GetDevicePropEx
            """,
        events: """
            C101 ObjectAddedInSDRAM C102 CaptureCompleteRecInSdram C103 AdvancedTransfer C104 PreviewImageAdded
            C105 MovieRecordInterrupted C106 1stCaptureComplete C107 MirrorUpCancelComplete C108 MovieRecordComplete
            C10A MovieRecordStarted C10B PictureControlAdjustChanged C10C LiveViewStateChanged
            C10E ManualSettingsLensDataChanged C112 ActiveSelectionInterrupted C120 SBAdded C121 SBRemoved
            C122 SBAttrChanged C123 SBGroupAttrChanged
            """,
        responses: """
            A001 HardwareError A002 OutOfFocus A003 ChangeCameraModeFailed A004 InvalidStatus A005 SetPropertyNotSupported
            A006 WbResetError A007 DustReferenceError A008 ShutterSpeedBulb A009 MirrorUpSequence
            A00A CameraModeNotAdjustFNumber A00B NotLiveView A00C MfDriveStepEnd A00E MfDriveStepInsufficiency
            A022 AdvancedTransferCancel A200 BulbReleaseBusy A201 SilentReleaseBusy
            """,
        properties: """
            D010 ShootingBank D011 ShootingBankNameA D012 ShootingBankNameB D013 ShootingBankNameC D014 ShootingBankNameD
            D015 ResetBank0 D016 RawCompression D017 WhiteBalanceAutoBias D018 WhiteBalanceTungstenBias
            D019 WhiteBalanceFluorescentBias D01A WhiteBalanceDaylightBias D01B WhiteBalanceFlashBias
            D01C WhiteBalanceCloudyBias D01D WhiteBalanceShadeBias D01E WhiteBalanceColorTemperature
            D01F WhiteBalancePresetNo D020 WhiteBalancePresetName0 D021 WhiteBalancePresetName1 D022 WhiteBalancePresetName2
            D023 WhiteBalancePresetName3 D024 WhiteBalancePresetName4 D025 WhiteBalancePresetVal0
            D026 WhiteBalancePresetVal1 D027 WhiteBalancePresetVal2 D028 WhiteBalancePresetVal3 D029 WhiteBalancePresetVal4
            D02A ImageSharpening D02B ToneCompensation D02C ColorModel D02D HueAdjustment
            D02E NonCPULensDataFocalLength/FmmManualSetting D02F NonCPULensDataMaximumAperture/F0ManualSetting
            D030 ShootingMode/CaptureAreaCrop D031 JPEG_Compression_Policy D032 ColorSpace D033 AutoDXCrop
            D034 FlickerReduction D035 RemoteMode D036 VideoMode D037 EffectMode D038 1_Mode/WhiteBalancePresetName5
            D039 WhiteBalancePresetName6 D03A WhiteBalanceTunePreset5 D03B WhiteBalanceTunePreset6
            D03C WhiteBalancePresetProtect5 D03D WhiteBalancePresetProtect6 D03E WhiteBalancePresetValue5
            D03F WhiteBalancePresetValue6 D040 CSMMenuBankSelect D041 MenuBankNameA D042 MenuBankNameB D043 MenuBankNameC
            D044 MenuBankNameD D045 ResetBank D046 AFStillLockOnAcross D047 AFStillLockOnMove D048 A1AFCModePriority
            D049 A2AFSModePriority D04A A3GroupDynamicAF D04B A4AFActivation D04C FocusAreaIllumManualFocus
            D04D FocusAreaIllumContinuous D04E FocusAreaIllumWhenSelected D04F FocusAreaWrap/FocusAreaSelect
            D050 VerticalAFON D051 AFLockOn D052 FocusAreaZone D053 EnableCopyright D054 ISOAuto D055 EVISOStep D056 EVStep
            D057 EVStepExposureComp D058 ExposureCompensation D059 CenterWeightArea D05A ExposureBaseMatrix
            D05B ExposureBaseCenter D05C ExposureBaseSpot D05D LiveViewAFArea/StillFocusMeteringMode D05E AELockMode
            D05F AELAFLMode D060 IPTCPresetSelect D061 LiveViewAFFocus/StillFocusMode D062 MeterOff D063 SelfTimer
            D064 MonitorOff D065 ImgConfTime D066 AutoOffTimers D067 AngleLevel D068 D1ShootingSpeed D069 D2MaximumShots
            D06A ExposureDelayMode D06B LongExposureNoiseReduction D06C FileNumberSequence
            D06D ControlPanelFinderRearControl D06E ControlPanelFinderViewfinder D06F D7Illumination D070 NrHighISO
            D071 SHSET_CH_GUID_DISP D072 ArtistName D073 CopyrightInfo D074 FlashSyncSpeed D075 FlashShutterSpeed
            D076 E3AAFlashMode D077 E4ModelingFlash D078 BracketSet D079 E6ManualModeBracketing D07A BracketOrder
            D07B E8AutoBracketSelection D07C BracketingSet D07D AngleLevelPitching D07E AngleLevelYawing
            D07F ExtendShootingMenu D080 F1CenterButtonShootingMode D081 CenterButtonPlaybackMode D082 F2Multiselector
            D083 F3PhotoInfoPlayback D084 F4AssignFuncButton D085 F5CustomizeCommDials D086 ReverseCommandDial
            D087 ApertureSetting D088 MenusAndPlayback D089 F6ButtonsAndDials D08A NoCFCard D08B CenterButtonZoomRatio
            D08C FunctionButton2 D08D AFAreaPoint D08E NormalAFOn D08F CleanImageSensor D090 ImageCommentString
            D091 ImageCommentEnable D092 ImageRotation D093 ManualSetLensNo D09C RetractableLensWarning D09D FaceDetection
            D09E 3DTrackingCaptureArea D09F MatrixMetering D0A0 MovScreenSize D0A1 MovVoice D0A2 MovMicrophone
            D0A3 MovFileSlot D0A4 MovRecProhibitCondition D0A6 ManualMovieSetting D0A7 MovQuality
            D0A8 MovRecordMicrophoneLevelValue D0AA MovWindNoiseReduction D0AC MovRecordingZone D0AD MovISOAutoControl
            D0AE MovISOAutoHighLimit D0AF MovFileType D0B2 LiveViewScreenDisplaySetting D0B3 MonitorOffDelay
            D0B4 ExposureIndexEx D0B5 ISOControlSensitivity D0B6 RawImageSize D0B7 FlickerReductionSetting
            D0B9 MultiBatteryInfo D0BA DiffractionCompensation D0BB MovieLogOutput D0BC MovieAutoDistortion
            D0BE RemainingExposureTime D0BF MovieLogSetting D0C0 Bracketing D0C1 AutoExposureBracketStep
            D0C2 AutoExposureBracketProgram D0C3 AutoExposureBracketCount D0C4 WhiteBalanceBracketStep
            D0C5 WhiteBalanceBracketProgram D0C6 ADLBracketingPattern D0C7 ADLBracketingStep D0CC HDMIOutputDataDepth
            D0CD SaveFocusPosition D0E0 LensID D0E1 LensSort D0E2 LensType D0E3 FocalLengthMin D0E4 FocalLengthMax
            D0E5 MaxApAtMinFocalLength D0E6 MaxApAtMaxFocalLength D0E7 LensTypeML D0F0 FinderISODisp D0F2 AutoOffPhoto
            D0F3 AutoOffMenu D0F4 AutoOffInfo D0F5 SelfTimerShootNum D0F6 StillCaptureModeQuick D0F7 VignetteCtrl
            D0F8 AutoDistortionControl D0F9 SceneMode D0FC UserMode D0FD SceneMode2 D0FE SelfTimerInterval D100 ExposureTime
            D101 ACPower D102 WarningStatus D103 MaximumShots D104 AFLockStatus D105 AELockStatus D106 FVLockStatus
            D107 AutofocusLCDTopMode2 D108 AutofocusArea D109 FlexibleProgram D10A LightMeter D10B RecordingMedia
            D10C USBSpeed D10D CCDNumber D10E CameraOrientation D10F GroupPtnType D110 FNumberLock D111 ExposureApertureLock
            D112 TVLockSetting D113 AVLockSetting D114 IllumSetting D115 FocusPointBright D118 ExposureCompFlashUsed
            D119 Slot2JpegImageSize D120 ExternalFlashAttached D121 ExternalFlashStatus D122 ExternalFlashSort
            D123 ExternalFlashMode D124 ExternalFlashCompensation D125 NewExternalFlashMode D126 FlashExposureCompensation
            D12D ExternalFlashMultiFlashMode D12E ConnectionPath D12F AWBLockStatus D130 HDRMode D131 HDRHighDynamic
            D132 HDRSmoothing D133 HDRSaveIndividualImages D138 VibrationReduction D140 OptimizeImage D141 WBAutoType
            D142 Saturation D143 BW_FilterEffect D144 BW_Sharpness D145 BW_Contrast D146 BW_Setting_Type D148 Slot2SaveMode
            D149 RawBitMode D14E ActiveDLighting D14F FluorescentType D150 TuneColourTemperature D151 TunePreset0
            D152 TunePreset1 D153 TunePreset2 D154 TunePreset3 D155 TunePreset4 D156 PrimarySlot D158 WBPresetProtect1
            D159 WBPresetProtect2 D15A WBPresetProtect3 D15B ActiveFolder D15C WBPresetProtect4 D15D WhiteBalanceReset
            D15E WhiteBalanceNaturalLightAutoBias D160 BeepOff D161 AutofocusMode D163 AFAssist
            D164 PADVPMode/ISOAutoShutterTime D165 ImageReview D166 AFAreaIllumination D167 FlashMode
            D168 FlashCommanderMode D169 FlashSign D16A ISO_Auto D16B RemoteTimeout D16C GridDisplay
            D16D FlashModeManualPower D16E FlashModeCommanderPower D16F AutoFP D170 DateImprintSetting
            D171 DateCounterSelect D172 DateCountData D173 DateCountDisplaySetting D174 RangeFinderSetting
            D176 LimitedAFAreaMode D177 AFModeRestrictions D17A LowLightAF D17B ApplyLiveViewSetting D17C MovieAfSpeed
            D17D MovieAfSpeedWhenToApply D17E MovieAfTrackingSensitivity D180 CSMMenu/FlushBurstPrioritize
            D181 WarningDisplay D182 BatteryCellKind D183 ISOAutoHiLimit D184 DynamicAFArea D186 ContinuousSpeedHigh
            D187 InfoDispSetting D189 PreviewButton D18A PreviewButton2 D18B AEAFLockButton2 D18D IndicatorDisp
            D18E CellKindPriority D190 BracketingFramesAndSteps D197 MovieReleaseButton D199 FlashISOAutoHighLimit
            D1A0 LiveViewMode D1A1 LiveViewDriveMode D1A2 LiveViewStatus D1A3 LiveViewImageZoomRatio
            D1A4 LiveViewProhibitCondition D1A5 LiveViewExposurePreview D1A6 LiveViewSelector D1A7 LiveViewWhiteBalance
            D1A8 MovieShutterSpeed D1A9 MovieFNumber D1AA MovieISO D1AB MovieExposureBiasCompensation
            D1AC LiveViewMovieMode/LiveViewImageSize D1AD LiveViewPhotography D1AF MovieExposureMeteringMode
            D1B0 ExposureDisplayStatus D1B1 ExposureIndicateStatus D1B2 InfoDispErrStatus D1B3 ExposureIndicateLightup
            D1B4 ContinuousShootingCount D1B7 MovieRecFrameCount D1B8 CameraLiveViewStatus D1B9 DetectionPeaking
            D1BA LiveViewTFTStatus D1BB LiveViewImageStatus D1BC LiveViewImageCompression D1BD LiveViewZoomArea
            D1C0 FlashOpen D1C1 FlashCharged D1C5 AutoFlashIsoSensitivityControl D1C6 KeepExposureWhenFNumberChanges
            D1D0 FlashMRepeatValue D1D1 FlashMRepeatCount D1D2 FlashMRepeatInterval D1D3 FlashCommandChannel
            D1D4 FlashCommandSelfMode D1D5 FlashCommandSelfCompensation D1D6 FlashCommandSelfValue D1D7 FlashCommandAMode
            D1D8 FlashCommandACompensation D1D9 FlashCommandAValue D1DA FlashCommandBMode D1DB FlashCommandBCompensation
            D1DC FlashCommandBValue D1DE ExternalRecordingControl D1DF HighlightBrightness D1E2 SBWirelessMode
            D1E3 SBWirelessMultipleFlashMode D1E4 SBUsableGroup D1E5 WirelessCLSEntryMode D1E6 SBPINCode
            D1E7 RadioMultipleFlashChannel D1E8 OpticalMultipleFlashChannel D1E9 FlashRangeDisplay D1EA AllTestFiringDisable
            D1EC SBSettingMemberLock D1ED SBIntegrationFlashReady D1F0 ApplicationMode D1F1 ExposureRemaining
            D1F2 ActiveSlot D1F4 ISOAutoShutterCorrectionTime D1F6 MirrorUpStatus D1F7 MirrorUpReleaseShootingCount
            D1F8 MovieAfAreaMode/MovieFocusMeteringMode D1F9 MovieVibrationReduction D1FA MovieFocusMode
            D1FB RecordTimeCodes D1FC CountUpMethod D1FD TimeCodeOrigin D1FE DropFrame D200 ActivePicCtrlItem
            D201 ChangePicCtrlItem D20D ElectronicFrontCurtainShutter D20E MovieResetShootingMenu D20F MovieCaptureAreaCrop
            D210 MovieAutoDxCrop D211 MovieWbAutoType D212 MovieWbTuneAuto D213 MovieWbTuneIncandescent
            D214 MovieWbFluorescentType D215 MovieWbTuneFluorescent D216 MovieWbTuneSunny D218 MovieWbTuneCloudy
            D219 MovieWbTuneShade D21A MovieWbColorTemp D21B MovieWbTuneColorTemp D21C MovieWbPresetData0
            D21D MovieWbPresetDataComment1 D21E MovieWbPresetDataComment2 D21F MovieWbPresetDataComment3
            D220 MovieWbPresetDataComment4 D221 MovieWbPresetDataComment5 D222 MovieWbPresetDataComment6
            D223 MovieWbPresetDataValue1 D224 MovieWbPresetDataValue2 D225 MovieWbPresetDataValue3
            D226 MovieWbPresetDataValue4 D227 MovieWbPresetDataValue5 D228 MovieWbPresetDataValue6 D229 MovieWbTunePreset1
            D22A MovieWbTunePreset2 D22B MovieWbTunePreset3 D22C MovieWbTunePreset4 D22D MovieWbTunePreset5
            D22E MovieWbTunePreset6 D22F MovieWbPresetProtect1 D230 MovieWbPresetProtect2 D231 MovieWbPresetProtect3
            D232 MovieWbPresetProtect4 D233 MovieWbPresetProtect5 D234 MovieWbPresetProtect6 D235 MovieWhiteBalanceReset
            D236 MovieNrHighISO D237 MovieActivePicCtrlItem D238 MovieChangePicCtrlItem D239 ExposureBaseCompHighlight
            D23A MovieWhiteBalance D23B MovieActiveDLighting D23C MovieWbTuneNatural D23D MovieAttenuator
            D23E MovieVignetteControl D23F MovieDiffractionCompensation D303 UseDeviceStageFlag D304 MovieCaptureMode
            D305 SlowMotionMovieRecordScreenSize D306 HighSpeedStillCaptureRate D307 BestMomentCaptureMode
            D308 ActiveSelectionFrameSavedDefault D309 ActiveSelectionCapture40frameOver D310 ActiveSelectionOnReleaseRecord
            D311 ActiveSelectionSelectedPictures D312 ExposureRemainingInMovie D313 OpticalVR D314 ElectronicVR
            D315 SilentPhotography D316 FacePriority D317 LensTypeNikon1 D318 ISONoiseReduction D323 MovieLoopLength
            D24F GUID F002 1_ISO F003 1_FNumber F004 1_ShutterSpeed F006 1_FNumber2 F007 1_ShutterSpeed2
            F009 1_ImageCompression F00A 1_ImageSize F00C 1_WhiteBalance F00D 1_LongExposureNoiseReduction
            F00E 1_HiISONoiseReduction F00F 1_ActiveDLighting F018 1_Language F019 1_ReleaseWithoutCard F01C 1_MovQuality
            1D000 MovieProResToneMode 1D001 MovieH265ToneMode 1D002 SpecialShootingMode 1D005 AFSubjectDetection
            1D006 MovieAFSubjectDetection 1D007 ViewModeEaseOfViewing 1D008 ViewModeWhiteBalance 1D009 ViewModeWbColorTemp
            1D00A ViewModeWbTuneColorTemp 1D00B ViewModePictureControl 1D00C ViewModeBrightenShadow 1D00E StarlightView
            1D00F MovieTVLockSetting 1D010 MovieAVLockSetting 1D011 SilentMode 1D012 ShutterSoundEffect
            1D014 AFWhenSubjectNotDetected 1D015 FocusPointLock 1D016 MovieFocusPointLock 1D017 SkinSoftening
            1D018 MovieSkinSoftening 1D019 PortraitImpressionBalance 1D01A MoviePortraitImpressionBalance
            1D01B MovieExtendedShutterSpeedsManual 1D01C ToneMode 1D01D ActivePicCtrlHlgItem 1D01E ExtendOverSampling
            1D01F MovieExtendIsoStepManual 1D025 PreCapturePreReleaseBurst 1D026 PreCapturePostReleaseBurst
            1D028 MovieNRaw12bitToneMode 1D029 MovieProResRawHq12bitToneMode/MovieQualityNRaw
            1D031 HighFrequencyFlickerReduction 1D032 MovieHighFrequencyFlickerReduction 1D033 HiResZoom
            1D036 ViewModeShowEffectsOfSettings 1D03C LinkVRToFocusPoint 1D03D FlickerReductionShutterSpeed
            1D03E MFSubjectDetectionArea 1D03F MovieMFSubjectDetectionArea 1D041 EnableDXImageSize 1D042 ImageSizeDX
            1D045 PixelShiftShootingMode 1D046 WideAreaAFC1 1D047 WideAreaAFC2 1D048 MovieWideAreaAFC1
            1D049 MovieWideAreaAFC2 1D04A FmmManualSetting2 1D04B F0ManualSetting2 1D04C ManualSettingLensName
            1D04D MovieAudioInput 1D04E PixelShiftShootingNumberOfShots 1D04F PixelShiftShootingDelay
            1D050 PixelShiftShootingInterval 1D051 PixelShiftShootingStatus 1D05F ProductReviewMode 1D060 VideoSelfTimer
            1D065 Movie32BitFloatRecording 1D070 MovieAudioInputSensitivity 1D074 MovieShutterMode 1D075 MovieShutterAngle
            1D09D MovieBaseISO 1D09E MovieISOSensitivity
            """
    )
}

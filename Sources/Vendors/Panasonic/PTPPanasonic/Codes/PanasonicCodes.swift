package import PTP

// The codes that HotShoe uses. Numbers and meanings: observed behaviour, and the definitions of the maker's development kit.

extension OperationCode {
    /// Begins the maker's session; the parameter is ``PanasonicControl/session``. Bodies work without it.
    package static let panasonicOpenSession = OperationCode(rawValue: 0x9102)
    /// Ends the maker's session.
    package static let panasonicCloseSession = OperationCode(rawValue: 0x9103)
    /// Returns something that is not known.
    package static let panasonicGetList = OperationCode(rawValue: 0x9104)
    /// Returns the tree of ``panasonicListProperty`` without the elements.
    package static let panasonicGetPropertySize = OperationCode(rawValue: 0x9107)
    /// Returns the allowed values of a group of properties, or of one; see ``PanasonicPropertyList``.
    package static let panasonicListProperty = OperationCode(rawValue: 0x9108)
    /// Answers the event 0xC101. Its data is not known.
    package static let panasonicGetEvent = OperationCode(rawValue: 0x9401)
    /// Returns the values of a group of properties, or of one; see ``PanasonicValueList``.
    package static let panasonicGetProperty = OperationCode(rawValue: 0x9402)
    /// Sets a property; the data is a ``PanasonicValue``.
    package static let panasonicSetProperty = OperationCode(rawValue: 0x9403)
    /// Takes a picture, or opens the shutter; see ``PanasonicControl``.
    package static let panasonicInitiateCapture = OperationCode(rawValue: 0x9404)
    /// Focuses and locks; see ``PanasonicControl``.
    package static let panasonicControlFocus = OperationCode(rawValue: 0x9405)
    /// Sets a property of the group for movies; the data is a ``PanasonicValue``.
    package static let panasonicSetMovieProperty = OperationCode(rawValue: 0x9409)
    /// Returns a setting of the setup menu: the destination of pictures.
    package static let panasonicGetSetup = OperationCode(rawValue: 0x940A)
    /// Sets a setting of the setup menu; the data is a ``PanasonicValue``, the parameter 0.
    package static let panasonicSetSetup = OperationCode(rawValue: 0x940B)
    /// Starts and stops a movie; see ``PanasonicControl``.
    package static let panasonicControlMovie = OperationCode(rawValue: 0x940C)
    /// Starts and stops live view; see ``PanasonicControl``.
    package static let panasonicControlLiveView = OperationCode(rawValue: 0x9412)
    /// Returns readings, and the sizes of live view; see ``PanasonicValueList``.
    package static let panasonicGetStatus = OperationCode(rawValue: 0x9414)
    /// Sets the size of live view.
    package static let panasonicSetLiveViewSize = OperationCode(rawValue: 0x9415)
    /// Moves the focus; the data is a ``PanasonicValue``.
    package static let panasonicDriveFocus = OperationCode(rawValue: 0x9416)
    /// Returns a live view frame; see ``PanasonicLiveView``.
    package static let panasonicGetLiveViewImage = OperationCode(rawValue: 0x9706)

    /// The maker's operations of a body under remote control, which bodies have without listing all of them (observed behaviour).
    package static let panasonicOperations: [OperationCode] = [
        .panasonicOpenSession, .panasonicCloseSession, .panasonicListProperty, .panasonicGetEvent, .panasonicGetProperty,
        .panasonicSetProperty, .panasonicInitiateCapture, .panasonicControlFocus, .panasonicSetMovieProperty, .panasonicGetSetup,
        .panasonicSetSetup, .panasonicControlMovie, .panasonicControlLiveView, .panasonicGetStatus, .panasonicSetLiveViewSize,
        .panasonicDriveFocus, .panasonicGetLiveViewImage,
    ]
}

extension EventCode {
    /// Is answered with ``OperationCode/panasonicGetEvent``, whose parameter is that of the event.
    package static let panasonicRequest = EventCode(rawValue: 0xC101)
    /// A property has changed; the parameter is its group.
    package static let panasonicPropertyChanged = EventCode(rawValue: 0xC102)
    /// The body works on a picture.
    package static let panasonicProcessing = EventCode(rawValue: 0xC107)
    /// A file or a folder is on the card; the parameter is its handle.
    package static let panasonicObjectAdded = EventCode(rawValue: 0xC108)
    /// A picture for the computer can be fetched; the parameter is its handle.
    package static let panasonicObjectForHost = EventCode(rawValue: 0xC109)
}

extension ObjectHandle {
    /// A picture for the computer, in the body's memory.
    package static let panasonicPicture = ObjectHandle(rawValue: 0x1234_5678)
}

/// Parameters of operations that control a body.
package enum PanasonicControl {
    /// Of OpenSession and CloseSession.
    package static let session: UInt32 = 0x0001_0001

    /// InitiateCapture: takes a picture.
    package static let shoot: UInt32 = 0x0300_0011
    /// InitiateCapture: presses the shutter button until ``release``.
    package static let press: UInt32 = 0x0300_0012
    /// InitiateCapture: releases the shutter button.
    package static let release: UInt32 = 0x0300_0013
    /// InitiateCapture: follows ``release``; its meaning is not known.
    package static let released: UInt32 = 0x0300_0019

    /// ControlFocus: locks the exposure.
    package static let lockExposure: UInt32 = 0x0300_0021
    /// ControlFocus: locks the focus.
    package static let lockFocus: UInt32 = 0x0300_0022
    /// ControlFocus: locks both.
    package static let lockBoth: UInt32 = 0x0300_0023
    /// ControlFocus: focuses once.
    package static let focus: UInt32 = 0x0300_0024
    /// ControlFocus: ends the locks.
    package static let unlock: UInt32 = 0x0300_0025

    /// ControlMovie: starts a movie.
    package static let startMovie: UInt32 = 0x0700_0011
    /// ControlMovie: stops it.
    package static let stopMovie: UInt32 = 0x0700_0012

    /// ControlLiveView: starts live view.
    package static let startLiveView: UInt32 = 0x0D00_0010
    /// ControlLiveView: stops it.
    package static let stopLiveView: UInt32 = 0x0D00_0011
}

/// A movement of the focus, the value of ``DevicePropCode/panasonicFocusDrive``.
package enum PanasonicFocusDrive: UInt16, Sendable, Hashable, CaseIterable {
    case stop = 0
    case farFast, farSlow, nearSlow, nearFast
}

/// State of a body, the value of ``DevicePropCode/panasonicRecordingStatus``; unknown numbers survive.
package struct PanasonicStatus: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let standby = PanasonicStatus(rawValue: 0)
    package static let recording = PanasonicStatus(rawValue: 1)
}

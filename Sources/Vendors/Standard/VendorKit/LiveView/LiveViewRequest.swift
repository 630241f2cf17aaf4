package import CameraModel
package import PTP

/// A vendor's operation that returns one live view frame, as data.
package struct LiveViewRequest: Sendable {
    /// Operation that returns a frame.
    package var code: OperationCode
    /// Parameters of the operation.
    package var parameters: Parameters
    /// Operation before the request of each frame; nil for most. Its responses are those of ``notReady`` too.
    package var preparation: Step?
    /// Operation after each frame that was received, whatever the camera answers; nil for most.
    package var completion: Step?
    /// Responses of a camera that has no frame yet; the request is repeated after ``retryPause``.
    package var notReady: Set<ResponseCode>
    /// Responses of a camera that has ended live view by itself, so that it must be started again.
    package var stopped: Set<ResponseCode>
    /// Meanings of the vendor's response codes.
    package var meanings: ResponseMeanings
    /// Parses the received bytes; returns nil if they contain no whole picture. Ends with a result for any bytes, and allocates
    /// no memory.
    package var parse: @Sendable (RawSpan) -> LiveViewReply?
    /// Returns the focus area at an index of the received bytes, in the coordinate space; nil for an invalid one.
    package var focusArea: @Sendable (RawSpan, Int) -> FocusArea?
    /// Longest time without a frame before the run fails.
    package var frameTimeout: Duration = .seconds(3)
    /// Pause before a request is repeated.
    package var retryPause: Duration = .milliseconds(20)

    /// An operation with its parameters.
    package struct Step: Sendable {
        let code: OperationCode
        let parameters: Parameters

        package init(_ code: OperationCode, _ parameters: Parameters) { (self.code, self.parameters) = (code, parameters) }
    }

    /// Creates a request.
    package init(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        notReady: Set<ResponseCode>,
        stopped: Set<ResponseCode> = [],
        meanings: ResponseMeanings,
        parse: @escaping @Sendable (RawSpan) -> LiveViewReply?,
        focusArea: @escaping @Sendable (RawSpan, Int) -> FocusArea? = { _, _ in nil }
    ) {
        (self.code, self.parameters, self.meanings) = (code, parameters, meanings)
        (self.notReady, self.stopped) = (notReady, stopped)
        (self.parse, self.focusArea) = (parse, focusArea)
    }
}

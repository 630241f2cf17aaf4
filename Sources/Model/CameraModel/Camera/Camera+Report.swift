extension Camera {
    /// Collects a report of what the camera says of itself, without changing anything at it.
    ///
    /// The report has all transactions of the connection if it was made with ``ConnectOptions/recordsTranscript``; otherwise those from
    /// the first report on. The call lasts for ``ReportOptions/eventDuration``, and the time of the requests. With live view frames, live
    /// view runs for a moment.
    ///
    /// - Parameter options: what the report contains.
    /// - Returns: the report, in which everything that is known to identify the owner is replaced. Look at its text before you give it
    ///   to other people.
    /// - Throws: ``CameraError/Code/notSupported`` for a camera without a link, such as a simulated one in this process,
    ///   ``CameraError/Code/notConnected``, ``CameraError/Code/connectionLost``, ``CameraError/Code/cancelled``. What a camera refuses
    ///   is in the report, and no error.
    public func makeReport(_ options: ReportOptions = ReportOptions()) async throws(CameraError) -> CameraReport {
        try await perform(.makeReport, on: { $0 as? any ReportSource }) { source throws(CameraError) in
            try await source.makeReport(of: self, options)
        }
    }

    /// Whether the connection has what a report is made of: a link that this program uses itself.
    package var canMakeReport: Bool { change { ($0.connection?.established, []) } is any ReportSource }
}

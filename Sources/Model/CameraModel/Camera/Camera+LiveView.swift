extension Camera {
    /// Returns a live view stream for one consumer. The camera starts when the first frame is requested. See
    /// ``LiveViewStream``.
    public func liveView(_ options: LiveViewOptions = LiveViewOptions()) -> LiveViewStream {
        LiveViewStream(hub: liveViewHub, camera: self, options: options)
    }

    /// Whether live view is running, and why it last ended.
    public var liveViewState: LiveViewState { read { $0.liveView } }

    /// Stops live view for all consumers: streams end and handlers are notified. Returns when the camera has stopped.
    public func stopLiveView() async {
        liveViewHub.end(.stopped)
        await liveViewHub.untilIdle()
    }

    /// Limits live view to a part of the picture; nil selects the whole picture again.
    ///
    /// - Parameter rect: in the coordinate space of the frames, not smaller than their `minimumCropSize`. The camera may adjust
    ///   it.
    /// - Throws: ``CameraError/Code/needsLiveView`` while live view is not running, ``CameraError/Code/notAvailable`` on a
    ///   camera without ``CameraCapabilities/liveViewCrop`` …
    public func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) {
        try await perform(
            .setLiveViewCrop,
            on: { $0.liveView },
            RequestPreconditions(capability: .liveViewCrop, needsLiveView: true)
        ) {
            liveView throws(CameraError) in
            try await liveView.setLiveViewCrop(rect)
        }
    }

    /// Moves the part of the picture that live view shows when it is enlarged.
    ///
    /// - Parameter point: wanted centre of that part, in the coordinate space of frames that show the whole picture. Near an
    ///   edge the camera moves the part as far as it can.
    /// - Throws: ``CameraError/Code/needsLiveView`` while live view is not running, ``CameraError/Code/notAvailable`` on a
    ///   camera without ``CameraCapabilities/liveViewPan`` …
    public func panLiveView(to point: Point) async throws(CameraError) {
        try await perform(.panLiveView, on: { $0.liveView }, RequestPreconditions(capability: .liveViewPan, needsLiveView: true))
        {
            liveView throws(CameraError) in
            try await liveView.panLiveView(to: point)
        }
    }

    static func liveViewSource(_ reference: WeakCamera) -> LiveViewHub.Source {
        LiveViewHub.Source(
            start: { options, sink in
                guard let camera = reference.camera else { return .failure(.cancelled(.startLiveView)) }
                do throws(CameraError) {
                    return .success(
                        try await camera.perform(.startLiveView, on: { $0.liveView }, RequestPreconditions(capability: .liveView))
                        {
                            liveView throws(CameraError) in
                            try await liveView.startLiveView(options, sink: sink)
                        }
                    )
                } catch { return .failure(error) }
            },
            apply: { options in
                guard let camera = reference.camera else { return .success(()) }
                do throws(CameraError) {
                    try await camera.perform(.setLiveViewOptions) { connection throws(CameraError) in
                        try await connection.liveView?.setLiveViewOptions(options)
                    }
                    return .success(())
                } catch { return .failure(error) }
            },
            stop: {
                guard let camera = reference.camera else { return }
                // Fails only when the connection has ended, which ends live view too.
                _ = try? await camera.perform(.liveView) { connection throws(CameraError) in
                    await connection.liveView?.stopLiveView()
                }
            },
            stateChanged: { state in reference.camera?.change { ((), $0.state.setLiveView(state)) } }
        )
    }
}

import CameraModel

extension CameraDiscovery {
    /// Receives the reports of one provider.
    struct Sink: ReportingSink {
        weak let discovery: CameraDiscovery?
        let provider: String
        let clientName: String

        init(discovery: CameraDiscovery, provider: String) {
            self.discovery = discovery
            self.provider = provider
            clientName = discovery.clientName
        }

        func found(_ camera: DiscoveredCamera) {
            discovery?.update { state in
                guard state.isRunning else { return false }
                switch state.registry.found(camera, by: provider) {
                case .changed: return true
                case .unchanged: return false
                case .overLimit:
                    let error = CameraError(
                        .tooLarge,
                        "The provider reports more than \(DiscoveryRegistry.cameraLimit) cameras. The rest is not listed.",
                        operation: .discover
                    )
                    return state.registry.failed(provider, error) == .changed
                }
            }
        }

        func lost(_ camera: CameraIdentifier, _ reason: DiscoveryLoss) {
            discovery?.update { state in state.registry.lost(camera, by: provider, reason) == .changed }
        }

        func caughtUp() {
            discovery?.update { state in state.pendingFirstSearches.remove(provider) != nil }
        }

        func noticed(_ error: CameraError?) {
            discovery?.update { state in
                guard let error else { return state.registry.recovered(provider) == .changed }
                return state.registry.failed(provider, error) == .changed
            }
        }

        func failed(_ error: CameraError) {
            discovery?.update { state in
                let isNewlySearched = state.pendingFirstSearches.remove(provider) != nil
                let isNewlyLost = state.registry.stopped(provider) == .changed
                let isNewlyFailed = state.registry.failed(provider, error) == .changed
                return isNewlySearched || isNewlyLost || isNewlyFailed
            }
        }
    }
}

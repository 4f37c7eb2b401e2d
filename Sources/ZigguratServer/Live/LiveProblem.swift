internal import ZigguratExport
internal import ZigguratSystem
internal import ZigguratViewer

/// The status and the text of an answer about an image that cannot be shown.
enum LiveProblem {
    static func answer(to error: ZigguratError) -> (status: Int, text: ServerText) {
        if let failure = error.reason as? LiveFailure {
            switch failure {
            case .outsideFolder: return (403, .outsideFolder)
            case .largerThanCache: return (507, .largerThanCache)
            case .noCacheFolder, .sizeTemplate, .unusableCache: break
            }
        }
        return switch error.code {
        case .unreadableSource: (404, .unreadable)
        case .unknownFormat: (415, .unknownFormat)
        case .untrustedSource: (415, .untrustedFormat)
        case .truncatedSource: (422, .truncated)
        case .invalidSource: (422, .invalid)
        case .invalidOptions: (422, .invalidOptions)
        case .unwritable: (507, .unwritable)
        case .cancelled: (503, .cancelled)
        default: (500, .failed)
        }
    }
}

internal import ZigguratExport
package import ZigguratSystem
internal import ZigguratViewer

/// Why a live server cannot show an image.
package enum LiveError: ErrorReason {
    /// A file in the folder is a link to a place outside the folder.
    case outsideFolder
    /// The export of the image would exceed the cache limit. Sizes are in bytes.
    case largerThanCache(bytes: Int, limit: Int)
    /// The user's cache folder is unknown: neither `XDG_CACHE_HOME` nor `HOME` is set.
    case noCacheFolder
    /// The cache cannot be written.
    case unusableCache(FileError)
    /// The template for the addresses of resized images is invalid.
    case sizeTemplate(String)

    package var code: ZigguratError.Code {
        switch self {
        case .outsideFolder: .untrustedSource
        case .largerThanCache, .unusableCache: .unwritable
        case .noCacheFolder, .sizeTemplate: .invalidOptions
        }
    }
}

/// The status and the text of an answer about an image that cannot be shown.
enum LiveProblem {
    static func answer(to error: ZigguratError) -> (status: Int, text: ServerText) {
        if let failure = error.reason as? LiveError {
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

extension LiveError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .outsideFolder: "permission denied: the file is a link to a place outside the folder"
        case .largerThanCache(let bytes, let limit):
            "cache too small: the tiles need about \(Amount.bytes(bytes)), the limit is "
                + Amount.bytes(limit)
        case .noCacheFolder: "cache folder not found: HOME is not set"
        case .unusableCache(let failure): "\(failure)"
        case .sizeTemplate(let template): "invalid template “\(template)” for --size-naming"
        }
    }

    package func text(of cause: ZigguratError.Cause) -> String? {
        switch self {
        case .unusableCache(let failure): failure.text(of: cause)
        default: cause.description
        }
    }
}

package import ZigguratSystem

/// Why a live server cannot show an image.
package enum LiveFailure: FailureReason {
    /// A file in the folder is a link to a place outside the folder.
    case outsideFolder
    /// The export of the image would exceed the cache limit. Sizes are in bytes.
    case largerThanCache(bytes: Int, limit: Int)
    /// The user's cache folder is unknown: neither `XDG_CACHE_HOME` nor `HOME` is set.
    case noCacheFolder
    /// The cache cannot be written.
    case unusableCache(FileFailure)
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

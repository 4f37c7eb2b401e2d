package import ZigguratSystem

/// Why a live server cannot show an image.
package enum LiveFailure: FailureReason {
    /// A file of the folder is a link to a place outside it.
    case outsideFolder
    /// The export of the image would be larger than the cache; in bytes.
    case largerThanCache(bytes: Int, limit: Int)
    /// The folder of caches is unknown: neither `XDG_CACHE_HOME` nor `HOME` is set.
    case noCacheFolder
    /// The cache cannot be written.
    case unusableCache(FileFailure)
    /// The template of the addresses of sizes is invalid.
    case sizeTemplate(String)

    package var code: ZigguratError.Code {
        switch self {
        case .outsideFolder: .untrustedSource
        case .largerThanCache, .unusableCache: .unwritable
        case .noCacheFolder, .sizeTemplate: .invalidOptions
        }
    }
}

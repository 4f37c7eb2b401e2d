public import ZigguratCore
public import ZigguratSystem

/// Why an image cannot be exported with the options.
public enum OptionFailure: FailureReason {
    case noLayout
    case duplicateLayout(String)
    case unknownCollection(String)
    /// The pin of an annotation is outside the image.
    case annotationOutside(label: String, x: Double, y: Double, image: PixelSize)
    /// Pages in a container that is not a folder cannot share files.
    case sharedAssets(container: String)
    /// Books are folders.
    case bookInContainer(String)
    /// The pages of a book share their scripts.
    case bookInOneFile
    /// A book has all pages, and is named as a whole.
    case bookOfOnePage
    /// A container has tiles of one format.
    case formatsInContainer(String)
    /// Tiles that are cut out of a JPEG have its format.
    case formatsOfSource
    /// Blank tiles differ between a format with alpha and one without.
    case blanksOfFormats(TileFormat)
    /// Visitors can keep only folders with pages that load their scripts.
    case offlineContainer(String)
    case offlineInOneFile
    case offlineWithoutPage
    /// Browsers keep a limited number of files.
    case offlineTiles(Int, limit: Int)
    case memoryLimit(ExportPlan.Memory, limit: Int)

    public var code: ZigguratError.Code { .invalidOptions }
}

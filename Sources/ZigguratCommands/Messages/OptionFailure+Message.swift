internal import ZigguratKit

extension OptionFailure: Worded {
    var message: Message {
        switch self {
        case .noLayout: Message("missing layout", hint: "give at least one with --layout")
        case .duplicateLayout(let name):
            Message("duplicate layout \(name)", hint: "give it once")
        case .unknownCollection(let name): Message("unknown collection \(name)")
        case .annotationOutside(let label, let x, let y, let image):
            Message(
                "invalid annotation “\(label)”: \(x), \(y) is outside the image of \(image.text) pixels",
                hint: "coordinates are pixels of the exported image")
        case .sharedAssets(let container):
            Message(
                "unsupported: pages in a \(container) file cannot share assets",
                hint: "omit --shared-assets, or write folders")
        case .bookInContainer(let container):
            Message(
                "unsupported: a book cannot be written in \(container) files",
                hint: "omit --container, or omit --book")
        case .bookInOneFile:
            Message(
                "unsupported: the pages of a book share their scripts",
                hint: "omit --one-file, or omit --book")
        case .bookOfOnePage:
            Message(
                "unsupported: a book has all pages and one name",
                hint: "omit --page and {page} in --name, or omit --book")
        case .formatsInContainer(let container):
            Message(
                "unsupported: two tile formats in a \(container) file",
                hint: "omit --container, or give one format")
        case .formatsOfSource:
            Message(
                "unsupported: lossless JPEG tiles beside tiles of another format",
                hint: "omit --lossless, or give one format")
        case .blanksOfFormats(let format):
            Message(
                "unsupported: --skip-blanks for transparent images in \(format.name) and jpeg",
                hint: "omit --skip-blanks, give --alpha flatten, or give one format")
        case .offlineContainer(let container):
            Message(
                "unsupported: offline pages of a \(container) file",
                hint: "omit --offline, or write folders")
        case .offlineInOneFile:
            Message(
                "unsupported: an offline page needs files for its scripts",
                hint: "omit --one-file, or omit --offline")
        case .offlineWithoutPage:
            Message("unsupported: --offline without a page", hint: "omit --viewer none")
        case .offlineTiles(let count, let limit):
            Message(
                "too many tiles for an offline page: \(count), the limit is \(limit)",
                hint: "omit --offline, or use larger tiles")
        case .memoryLimit(let need, let limit):
            Message(
                "out of memory: the export needs \((need.total + 999_999) / 1_000_000) MB, "
                    + "the limit is \(limit / 1_000_000) MB", hint: Self.hint(need))
        }
    }

    private static func hint(_ need: ExportPlan.Memory) -> String {
        let advice =
            if need.coefficients > need.rows {
                "omit --lossless"
            } else if need.decoder > need.rows {
                "convert it to a format that is decoded row by row, such as TIFF"
            } else {
                "use smaller tiles"
            }
        return advice + ", or allow more with --max-memory"
    }
}

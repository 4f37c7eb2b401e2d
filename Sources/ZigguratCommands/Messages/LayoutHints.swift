internal import ZigguratKit

extension ContainerError: Hinted {
    var hint: String {
        switch self {
        case .unsupportedLayout(_, _, let supported):
            "use \(supported.joined(separator: " or ")), or another container"
        case .severalDensities: "use only one of the --scales, or the container folder or zip"
        case .unsupportedTileFormat: "choose another tile format with --format"
        case .uncompressedVectorTiles: "repack them to pmtiles or to a folder"
        case .duplicatePath: "choose a naming that gives each tile its own path"
        default: ""
        }
    }
}

extension LayoutError: Hinted {
    var hint: String {
        switch self {
        case .unsupportedFormat(_, let supported):
            "use \(supported.map(\.name).joined(separator: ", "))"
        case .unsupportedEdge(_, let supported):
            "use \(supported.map(\.rawValue).joined(separator: " or "))"
        case .unsupportedOverlap: "omit --overlap, or set it to 0"
        case .overlapOfSourceTiles: "omit --lossless or --overlap"
        case .overlapOfPaddedTiles: "omit --edge pad or --overlap"
        case .overlapOutOfRange(_, let limit): "use 0 to \(limit)"
        case .unsupportedOption(let option): "omit --\(option.rawValue)"
        case .tileSizeOutOfRange: "use 1 to 8192"
        case .tileSizeNotMultiple(_, let unit): "use a multiple of \(unit)"
        case .tilesNotSquare: "give --tile-size one number"
        case .tileTooLarge(_, let format):
            "use smaller tiles or less overlap; the limit is \(format.maximumSide)"
        case .fixedDepth: "omit --depth"
        case .fixedLevels: "omit --min-level and --max-level"
        case .invalidLevelRange: "levels count from 0, the smallest"
        case .noLevelLeft: "change --min-level or --max-level"
        case .tooManyLevels: "use fewer --levels"
        case .densitiesOfDeepSamples: "omit --bits, or use only one of the --scales"
        case .missingTemplate(let example): "use --naming '\(example)'"
        case .invalidSetting(let setting, _): Self.hint(setting)
        case .unusedSetting(_, let layouts):
            layouts.isEmpty
                ? "omit it"
                : "add \(layouts.joined(separator: " or ")), or omit it"
        }
    }

    /// Returns the allowed values of a setting, which has the name of its option.
    private static func hint(_ setting: String) -> String {
        switch setting {
        case "scales": "use 1, 2, 4 and 8, or 1, 2 and 3 for ldo, as in --scales 1,2"
        case "zoomify-rounding": "use floor or ceil"
        case "dzi-forms": "use xml, json or jsonp, or several: xml,json"
        case "screen": "use its size in pixels, as in --screen 1179x2556"
        case "centre": "use true or false"
        default: ""
        }
    }
}

extension FormatNote: Hinted {
    var hint: String {
        switch self {
        case .localAddresses: "give the public address of the destination with --base-url"
        case .croppedForWebViewers: "use --edge pad for map programs"
        case .ambiguousRounding(_, let rounding):
            "use --zoomify-rounding \(rounding.other.rawValue) for "
                + rounding.other.zoomifyClients
        case .reduced(_, _, let encodesStrips):
            encodesStrips
                ? ""
                : "baseline JPEG images may have \(TileFormat.jpeg.maximumSide) a side"
        default: ""
        }
    }
}

extension NamingError: Hinted {
    var hint: String { kind.hint }
}

extension NamingError.Kind: Hinted {
    var hint: String {
        switch self {
        case .emptyName, .relativeName: Self.path
        case .controlCharacter: "omit it"
        case .hiddenName: "begin names with a letter or a number"
        case .unknownPlaceholder:
            "use " + PathPlaceholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        case .invalidWidth(_, let placeholder):
            "use 0 and a number from 1 to 32, as in {\(placeholder):04}"
        case .nameTooLong(_, let limit), .pathTooLong(_, let limit):
            "use at most \(limit) bytes"
        case .reservedPath: "use another name than index.html and viewer"
        case .duplicatePath(_, _, _, let placeholder, let isUsed):
            isUsed ? "put a separator after \(placeholder)" : "add \(placeholder)"
        default: ""
        }
    }

    private static let path = "use a path such as {z}/{x}/{y}.{ext}, without a slash at either end"
}

extension ArchiveError: Hinted {
    var hint: String {
        switch self {
        case .unsupportedVersion(_, let supported):
            "convert it to version \(supported), for example with “pmtiles convert”"
        case .unsupportedCompression: "only uncompressed, deflate and gzip data can be read"
        case .unsupportedTileType: "PNG, JPEG, WebP, AVIF and Mapbox vector tiles can be read"
        case .truncated, .missingEnd: "get a complete copy of the file"
        default: ""
        }
    }
}

extension DescriptorError: Hinted {
    var hint: String {
        switch self {
        case .notWellFormed, .documentType, .unrecognised, .missing, .invalid,
            .wrongTileCount, .tooLarge:
            "write the descriptor, or the pyramid, again"
        case .unsupportedTileFormat: "use jpg, png, webp, avif or jxl tiles"
        case .partOfMap, .mapProfile: "only pyramids that begin at column 0 and row 0 can be read"
        case .vectorTiles: "only pyramids of images can be read"
        default: ""
        }
    }
}

extension PyramidError: Hinted {
    var hint: String {
        switch self {
        case .unrecognised:
            "name an export, a bundle, a descriptor such as photo.dzi, or a file such as "
                + "photo.pmtiles"
        case .tiles(let descriptor): "did you mean \(descriptor)?"
        case .ambiguous: "name the descriptor or the folder of one of them"
        case .book: "name the folder of one of its pages"
        case .invalidRecord: "check the bundle inside its export, or export it again"
        case .detachedCollection: "check the collection in its destination"
        default: ""
        }
    }
}

extension TileEncodingError: Hinted {
    var hint: String {
        switch self {
        case .outOfRange(_, _, let range): "use \(range.lowerBound) to \(range.upperBound)"
        case .bitDepth: "use 8 or 16"
        case .unsupported(let option, _, let formats):
            "omit --\(option.rawValue), or use --format "
                + formats.map(\.name).joined(separator: " or ")
        case .paletteOfSixteenBits: "omit --bits or --palette"
        }
    }
}

internal import ZigguratKit

extension OptionError: Hinted {
    var hint: String {
        switch self {
        case .noLayout: "give at least one with --layout"
        case .duplicateLayout: "give it once"
        case .annotationOutside: "coordinates are pixels of the exported image"
        case .sharedAssets: "omit --shared-assets, or write folders"
        case .bookInContainer: "omit --container, or omit --book"
        case .bookInOneFile: "omit --one-file, or omit --book"
        case .bookOfOnePage: "omit --page and {page} in --name, or omit --book"
        case .formatsInContainer: "omit --container, or give one format"
        case .formatsOfSource: "omit --lossless, or give one format"
        case .blanksOfFormats: "omit --skip-blanks, give --alpha flatten, or give one format"
        case .offlineContainer: "omit --offline, or write folders"
        case .offlineInOneFile: "omit --one-file, or omit --offline"
        case .offlineWithoutPage: "omit --viewer none"
        case .offlineTiles: "omit --offline, or use larger tiles"
        case .memoryLimit(let need, _): Self.hint(need)
        default: ""
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

extension BatchError: Hinted {
    var hint: String {
        switch self {
        case .noImages: "name images, or a folder with images directly in it"
        case .imagesInFolders: "add --recursive for the images in its folders"
        case .nameNotUTF8: "rename it, or link to it under another name"
        }
    }
}

extension WatchError: Hinted {
    var hint: String {
        switch self {
        case .notFolder: "name a folder"
        case .folderGone: "run the command again"
        case .destinationGone: "run the command again; it exports all images"
        case .numbered: "use {stem}, which does not depend on the order"
        case .book: "export the book when its last page has arrived"
        }
    }
}

extension ExportNote: Hinted {
    var hint: String {
        switch self {
        case .onlyFirstPage: "choose one with --page N, or export each with --page all"
        case .georeferenced: "for a map, use gdal2tiles and “ziggurat repack”"
        case .notRepacked: "export the source again to get them"
        case .unreadableHeaders: "its shard will fail; the other images are exported"
        case .largerThanShard: "only images of 100 megapixels or more are divided; use fewer shards"
        case .emptyShards: "use fewer shards"
        case .bookWithoutManifest: "add --layout iiif3"
        case .sameNameInOtherCase:
            "macOS and Windows cannot hold both; choose other names with --name"
        case .withoutImage: "“ziggurat remove” deletes exports"
        case .notBooks: "--book makes a book of each file"
        case .notInBook: "--replace removes them"
        case .damagedComparison(let name, _): CompareHint.again(name)
        case .format(_, let advice): advice.note.hint
        case .foreignHostFile(_, let host):
            "add the settings for \(host) by hand, or move the file away"
        default: ""
        }
    }
}

/// The hint to write a comparison again.
enum CompareHint {
    static func again(_ name: String) -> String {
        "“ziggurat compare” with --name \(name) --replace writes the comparison again"
    }
}

extension ComparisonError: Hinted {
    var hint: String {
        switch self {
        case .tooFew: "name the folders of further exports"
        case .tooMany(_, let limit): limit < 10 ? "add --layers for the layers of one image" : ""
        case .tooManyLabels: "give at most one --label for each image"
        case .notAnExport: "name the folder of an export, such as Output/photo or Output/photo/dzi"
        case .outsideDestination:
            "name its folder of exports with --output; both are published together"
        case .inBook: "name the folder that holds the book with --output"
        case .unreadableContainer: "export it to a folder, or to pmtiles, szi or zip"
        case .otherSize: "layers have equal sizes; omit --layers to compare other images"
        case .registeredLayers: "omit --layers, or align the layers before they are exported"
        case .alreadyExists: "add --replace, or choose another name with --name"
        case .notAComparison: "choose another name with --name"
        }
    }
}

extension RegistrationError: Hinted {
    var hint: String {
        switch self {
        case .unreadable, .empty, .invalidJSON, .missingColumn:
            "write CSV or JSON with image, firstX, firstY, x and y"
        case .unknownPicture, .missingPicture: "write 2 for the second image, or its name or label"
        case .tooFewPairs: "two pairs give rotation and scale, three also shear"
        case .samePoint, .collinear:
            "choose points that are far apart, at the corners of a triangle"
        default: ""
        }
    }
}

extension ShardError: Hinted {
    var hint: String {
        switch self {
        case .noPlan: "name the folder that “ziggurat shard plan” wrote with --plan"
        case .folderNotEmpty: "remove it, or name another --plan"
        case .insideDestination: "choose another folder with --plan"
        case .unwritable: "make its folder writable, or write a new plan to another folder"
        case .noLocks: "write a new plan on a file system with locks (flock)"
        case .fileMissing, .fileChanged, .invalid: Self.newPlan
        case .tileChanged: "remove the file and finish again, which encodes the tile again"
        case .otherVersion, .otherFormat:
            "use the same version on all machines, or write a new plan"
        case .noSuchShard(_, let count): "the plan has shards 1 to \(count)"
        case .sourceChanged: "restore the file, or write a new plan"
        case .optionsChanged: "restore the files, or write a new plan"
        case .noImages: "name images, or folders with images"
        case .book: "export books with “ziggurat export”"
        case .standardInput: "name a file"
        case .missing: "run it with “ziggurat shard run”"
        case .failed: "“ziggurat shard status” shows why; --allow-failures skips them"
        case .running: "wait until it ends"
        case .missingExports, .missingBands: "run the shard again with “ziggurat shard run”"
        }
    }

    private static let newPlan = "write a new plan"
}

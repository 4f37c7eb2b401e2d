package import ZigguratSystem

/// The reason why a plan of shards cannot be written, or a shard cannot be run.
package enum ShardError: ErrorReason {
    /// The folder has no plan.
    case noPlan
    /// The folder already contains a plan or other files.
    case folderNotEmpty
    /// The folder of the plan is inside the output folder, so the plan would be published.
    case insideDestination
    /// A file of the plan cannot be written. The cause of the error has the reason.
    case unwritable
    /// The file system of the plan does not support locks.
    case noLocks
    /// A file of the plan is missing.
    case fileMissing
    /// The checksum of a file of the plan has changed since the plan was made.
    case fileChanged
    /// The checksum of a band's tile has changed since the tile was encoded.
    case tileChanged
    /// A member in a file of the plan is missing, has the wrong type or is out of range.
    ///
    /// - Parameters:
    ///   - member: the path of the member, such as `tasks[2].cost`; empty if the file is not JSON.
    ///   - limit: the largest number allowed; `nil` if the member is not an out-of-range number.
    case invalid(member: String, limit: Double? = nil)
    /// Another program version wrote the plan.
    case otherVersion(plan: String, program: String)
    /// The plan has another format.
    case otherFormat(plan: Int, program: Int)
    /// The plan has no shard with this number. `count` is the number of shards.
    case noSuchShard(Int, count: Int)
    /// The size, time or checksum of the image has changed since the plan was made.
    case sourceChanged
    /// The options, the destination, or a file that the options name have changed since the plan
    /// was made. Such files are annotations and templates.
    case optionsChanged
    /// The list of images is empty.
    case noImages
    /// Some images would become pages of books.
    case book
    /// Standard input is among the images.
    case standardInput
    /// The shard is not exported.
    case missing
    /// Some images of the shard failed.
    case failed(images: Int)
    /// Another process runs the shard.
    case running
    /// Exports of a finished shard are missing, invalid, or have other sources or layouts.
    case missingExports(Int)
    /// Tiles of bands of a finished shard are missing.
    case missingBands(Int)

    package var code: ZigguratError.Code {
        switch self {
        case .noPlan, .fileMissing, .fileChanged, .tileChanged, .invalid, .sourceChanged,
            .optionsChanged, .missingExports, .missingBands, .noImages:
            .unreadableSource
        case .folderNotEmpty, .unwritable, .noLocks, .missing, .failed, .running, .otherVersion,
            .otherFormat:
            .unwritable
        case .noSuchShard, .book, .standardInput, .insideDestination: .invalidOptions
        }
    }
}

extension ShardError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noPlan: "not found: plan.json"
        case .folderNotEmpty: "already exists and is not empty"
        case .insideDestination: "invalid folder for a plan: it is inside the output folder"
        case .unwritable: "cannot write the plan"
        case .noLocks: "cannot lock the file"
        case .fileMissing: "damaged plan: file not found"
        case .fileChanged: "damaged plan: checksum mismatch"
        case .tileChanged: "damaged tile: checksum mismatch"
        case .invalid("", _): "damaged plan: invalid JSON"
        case .invalid(let member, nil): "damaged plan: \(member) is missing or invalid"
        case .invalid(let member, let limit?):
            "damaged plan: \(member) is out of range (0 to \(Amount.short(limit)))"
        case .otherVersion(let plan, let program):
            "unsupported plan: written by version \(plan), this is version \(program)"
        case .otherFormat(let plan, let program):
            "unsupported plan: format \(plan), this program reads format \(program)"
        case .noSuchShard(let number, _): "not found: shard \(number)"
        case .sourceChanged: "source changed: size, time or checksum differs from the plan"
        case .optionsChanged:
            "options, annotations, tours or templates changed after the plan was written"
        case .noImages: "no images"
        case .book: "unsupported in shards: books"
        case .standardInput: "unsupported in shards: standard input"
        case .missing: "missing"
        case .failed(let images): "\(Amount.count(images, of: "image")) failed"
        case .running: "still running"
        case .missingExports(let count):
            "\(Amount.count(count, of: "export")) missing, or of another source or layout"
        case .missingBands(let count): "tiles of \(Amount.count(count, of: "band")) missing"
        }
    }
}

package import ZigguratSystem

/// The reason why a plan of shards cannot be written, or a shard cannot be run.
package enum ShardFailure: FailureReason {
    /// The folder has no plan.
    case noPlan
    /// The folder has a plan already, or other files.
    case folderNotEmpty
    /// The folder of the plan is inside the output folder, so the plan would be published.
    case insideDestination
    /// A file of the plan cannot be written; the error's cause says why.
    case unwritable
    /// The file system of the plan has no locks.
    case noLocks
    /// A file of the plan is missing.
    case fileMissing
    /// A file of the plan has another checksum than when it was planned.
    case fileChanged
    /// A tile of a band has another checksum than when it was encoded.
    case tileChanged
    /// A member of a file of the plan is missing, has another type or is out of range.
    ///
    /// - Parameters:
    ///   - member: such as `tasks[2].cost`; empty if the file is not JSON.
    ///   - limit: the largest number allowed; `nil` if the member is not a number out of range.
    case invalid(member: String, limit: Double? = nil)
    /// Another program version wrote the plan.
    case otherVersion(plan: String, program: String)
    /// The plan has another format.
    case otherFormat(plan: Int, program: Int)
    /// The plan has no shard of this number; `count` is the number of its shards.
    case noSuchShard(Int, count: Int)
    /// The image has another size, time or checksum than when it was planned.
    case sourceChanged
    /// The options or the destination in the plan, or a file that the options name, such as
    /// annotations or templates, changed after the plan.
    case optionsChanged
    /// The list of images is empty.
    case noImages
    /// Some images would become pages of books.
    case book
    /// Standard input is among the images.
    case standardInput
    /// The shard is not exported.
    case missing
    /// Images of the shard failed.
    case failed(images: Int)
    /// Another process runs the shard.
    case running
    /// Exports of a shard that was done are missing, invalid, or of other sources or layouts.
    case missingExports(Int)
    /// Tiles of bands of a shard that was done are missing.
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

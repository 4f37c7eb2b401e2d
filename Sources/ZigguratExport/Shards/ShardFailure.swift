package import ZigguratSystem

/// Why a plan of shards cannot be written or carried out.
package enum ShardFailure: FailureReason {
    /// The folder has no plan, or a plan that was not written to its end.
    case noPlan
    /// The folder has a plan already, or other files.
    case folderNotEmpty
    /// A file of the plan is missing, is not JSON, or differs from what was planned.
    case damaged
    /// Another program version wrote the plan.
    case otherVersion(plan: String, program: String)
    case noSuchShard(Int, count: Int)
    /// The image has another size, time or checksum than when it was planned.
    case sourceChanged
    /// A file that the options name, such as annotations or templates, changed after the plan.
    case optionsChanged
    /// Some images would become pages of books.
    case book
    /// Standard input is among the images.
    case standardInput
    /// The shard is not exported.
    case missing
    /// Images of the shard failed.
    case failed(images: Int)
    case running
    /// An export of a finished shard is not in the destination.
    case exportGone(shard: Int)

    package var code: ZigguratError.Code {
        switch self {
        case .noPlan, .damaged, .sourceChanged, .optionsChanged, .exportGone: .unreadableSource
        case .folderNotEmpty, .missing, .failed, .running, .otherVersion: .unwritable
        case .noSuchShard, .book, .standardInput: .invalidOptions
        }
    }
}

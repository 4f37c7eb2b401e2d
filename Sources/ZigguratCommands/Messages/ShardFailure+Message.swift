internal import ZigguratKit

extension ShardFailure: Worded {
    var message: Message {
        switch self {
        case .noPlan:
            Message(
                "not found: \(ShardPlan.fileName)",
                hint: "name the folder that “ziggurat shard plan” wrote with --plan")
        case .folderNotEmpty:
            Message("already exists and is not empty", hint: "remove it, or name another --plan")
        case .insideDestination:
            Message(
                "invalid folder for a plan: it is inside the output folder",
                hint: "choose another folder with --plan")
        case .unwritable:
            Message(
                "cannot write the plan",
                hint: "make its folder writable, or write a new plan to another folder")
        case .noLocks:
            Message(
                "cannot lock the file",
                hint: "write a new plan on a file system with locks (flock)")
        case .fileMissing: Message("damaged plan: file not found", hint: Self.newPlan)
        case .fileChanged: Message("damaged plan: checksum mismatch", hint: Self.newPlan)
        case .tileChanged:
            Message(
                "damaged tile: checksum mismatch",
                hint: "remove the file and finish again, which encodes the tile again")
        case .invalid("", _): Message("damaged plan: invalid JSON", hint: Self.newPlan)
        case .invalid(let member, nil):
            Message("damaged plan: \(member) is missing or invalid", hint: Self.newPlan)
        case .invalid(let member, let limit?):
            Message(
                "damaged plan: \(member) is out of range (0 to \(Amount.short(limit)))",
                hint: Self.newPlan)
        case .otherVersion(let plan, let program):
            Message(
                "unsupported plan: written by version \(plan), this is version \(program)",
                hint: "use the same version on all machines, or write a new plan")
        case .otherFormat(let plan, let program):
            Message(
                "unsupported plan: format \(plan), this program reads format \(program)",
                hint: "use the same version on all machines, or write a new plan")
        case .noSuchShard(let number, let count):
            Message("not found: shard \(number)", hint: "the plan has shards 1 to \(count)")
        case .sourceChanged:
            Message(
                "source changed: size, time or checksum differs from the plan",
                hint: "restore the file, or write a new plan")
        case .optionsChanged:
            Message(
                "options, annotations, tours or templates changed after the plan was written",
                hint: "restore the files, or write a new plan")
        case .noImages: Message("no images", hint: "name images, or folders with images")
        case .book:
            Message(
                "unsupported in shards: books", hint: "export books with “ziggurat export”")
        case .standardInput:
            Message("unsupported in shards: standard input", hint: "name a file")
        case .missing: Message("missing", hint: "run it with “ziggurat shard run”")
        case .failed(let images):
            Message(
                "\(Amount.count(images, of: "image")) failed",
                hint: "“ziggurat shard status” shows why; --allow-failures skips them")
        case .running: Message("still running", hint: "wait until it ends")
        case .missingExports(let count):
            Message(
                "\(Amount.count(count, of: "export")) missing, or of another source or layout",
                hint: "run the shard again with “ziggurat shard run”")
        case .missingBands(let count):
            Message(
                "tiles of \(Amount.count(count, of: "band")) missing",
                hint: "run the shard again with “ziggurat shard run”")
        }
    }

    private static let newPlan = "write a new plan"
}

internal import ZigguratKit

extension ShardFailure: Worded {
    var message: Message {
        switch self {
        case .noPlan:
            Message(
                "not found: no complete plan of shards",
                hint: "name the folder that “ziggurat shard plan” wrote with --plan")
        case .folderNotEmpty:
            Message("already exists and is not empty", hint: "remove it, or name another --plan")
        case .damaged:
            Message(
                "damaged plan: missing, invalid or changed file", hint: "write a new plan")
        case .otherVersion(let plan, let program):
            Message(
                "unsupported plan: written by version \(plan), this is version \(program)",
                hint: "use the same version on all machines, or write a new plan")
        case .noSuchShard(let number, let count):
            Message("no shard \(number)", hint: "the plan has shards 1 to \(count)")
        case .sourceChanged:
            Message(
                "changed after the plan was written", hint: "restore the file, or write a new plan")
        case .optionsChanged:
            Message(
                "annotations or templates changed after the plan was written",
                hint: "restore the files, or write a new plan")
        case .book:
            Message(
                "unsupported in shards: books", hint: "export books with “ziggurat export”")
        case .standardInput:
            Message("unsupported in shards: standard input", hint: "name a file")
        case .missing: Message("missing", hint: "run it with “ziggurat shard run”")
        case .failed(let images):
            Message(
                "\(Amount.count(images, of: "image")) failed",
                hint: "“ziggurat shard status” shows why; --allow-failures leaves them out")
        case .running: Message("still running", hint: "wait for its end")
        case .exportGone(let shard):
            Message(
                "not found: the export of a shard that is done",
                hint: "remove result-\(shard).json from the plan and run shard \(shard) again")
        }
    }
}

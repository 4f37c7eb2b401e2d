internal import ZigguratKit

extension PyramidFailure: Worded {
    var message: Message {
        switch self {
        case .notFound: Message("not found: no such file or folder")
        case .unrecognised:
            Message(
                "no recognised tile pyramid",
                hint: "name an export, a bundle, a descriptor such as photo.dzi, or a file such as "
                    + "photo.pmtiles")
        case .tiles(let descriptor):
            Message("no recognised tile pyramid", hint: "did you mean \(descriptor)?")
        case .ambiguous(let count):
            Message(
                "found \(count) pyramids, expected one",
                hint: "name the descriptor or the folder of one of them")
        case .book:
            Message(
                "unsupported: a book is repacked page by page",
                hint: "name the folder of one of its pages")
        case .missingBundle: Message("not found: the bundle is missing")
        case .unknownLayout(let name): Message("unknown layout “\(name)”")
        case .invalidRecord:
            Message(
                "invalid: damaged, or written by another version of Ziggurat",
                hint: "check the bundle inside its export, or export it again")
        case .detachedCollection:
            Message(
                "not found: the collection's exports are not beside it",
                hint: "check the collection in its destination")
        }
    }
}

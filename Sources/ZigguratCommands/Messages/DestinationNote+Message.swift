internal import ZigguratKit

extension DestinationNote: Worded {
    var message: Message {
        switch self {
        case .foreignGallery(let path):
            Message("\(path): not a Ziggurat page and not replaced; there is no gallery")
        case .foreignCollection(let path, let name):
            Message("\(path): not written by Ziggurat and not replaced; there is no \(name)")
        case .unreadableManifest(let export):
            Message("\(export): invalid manifest, or another version; it is in no collection")
        case .notInCollection(let export, let path, let error):
            Message("\(export) is not in \(path): \(error.subject): \(error.message.problem)")
        }
    }
}

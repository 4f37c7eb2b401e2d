internal import ZigguratCore
package import ZigguratSystem

/// What the publisher of a destination should know about its gallery and collections.
package enum DestinationNote: Note {
    /// Another program's page is in the place of the gallery and is kept.
    case foreignGallery(path: String)
    /// Another program's file or folder is in the place of a collection and is kept.
    case foreignCollection(path: String, name: String)
    /// The manifest of an export is damaged or of another version: no collection has it.
    case unreadableManifest(export: String)
    /// A damaged export is not in a collection.
    case notInCollection(export: String, path: String, ZigguratError)
}

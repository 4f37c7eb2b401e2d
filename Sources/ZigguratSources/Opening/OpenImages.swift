internal import Synchronization
internal import ZigguratImaging

/// The open files of the sources that were used last.
///
/// A source keeps its file open from its header to its pixels. Books and mosaics have more sources
/// than a process can have open files, so only the files of a few sources are open.
enum OpenImages {
    private typealias Entry = (source: ObjectIdentifier, image: any OpenedImage)

    /// The open images, the most recently used image last.
    private static let kept = Mutex<[Entry]>([])
    private static let mostKept = 16

    /// The open image of a source; `nil` if its file is closed.
    static func image(of source: SourceImage) -> (any OpenedImage)? {
        let key = ObjectIdentifier(source)
        return kept.withLock { kept in
            guard let index = kept.lastIndex(where: { $0.source == key }) else { return nil }
            let entry = kept.remove(at: index)
            kept.append(entry)
            return entry.image
        }
    }

    /// Keeps the file of a source open. If too many files are open, closes the file that was unused
    /// longest.
    static func keep(_ image: any OpenedImage, for source: SourceImage) {
        let key = ObjectIdentifier(source)
        kept.withLock { kept in
            kept.removeAll { $0.source == key }
            kept.append((key, image))
            if kept.count > mostKept { kept.removeFirst() }
        }
    }

    /// Closes the file of a source.
    static func forget(_ source: SourceImage) {
        let key = ObjectIdentifier(source)
        kept.withLock { $0.removeAll { $0.source == key } }
    }
}

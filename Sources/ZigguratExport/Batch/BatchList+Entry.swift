package import ZigguratCore
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

extension BatchList {
    /// An image of a batch.
    package struct Entry {
        package let path: String
        package let name: String
        /// The page to read; `nil` means the page in the options.
        package var page: Int?
        /// The associated image of a slide to read; `nil` means the slide itself.
        package var associatedImage: String?
        /// The metadata record of the image.
        package var record: ImageRecord? { storedRecord?.value }
        // A box, because a record is large and most lists have no records.
        private let storedRecord: Box<ImageRecord>?
        /// The index of the book that the image is a page of.
        package var book: Int?
        /// The label of a book's page. It is used as the title if the page has no other title.
        var label: String?
        /// The identity of the file in a shard plan. If the file has changed since, it is not
        /// exported.
        package var identity: SourceIdentity? {
            get { storedIdentity?.value }
            set { storedIdentity = newValue.map(Box.init) }
        }
        private var storedIdentity: Box<SourceIdentity>?

        package init(
            path: String, name: String, page: Int? = nil, associatedImage: String? = nil,
            record: ImageRecord? = nil
        ) {
            (self.path, self.name) = (path, name)
            (self.page, self.associatedImage) = (page, associatedImage)
            storedRecord = record.map(Box.init)
        }

        private final class Box<Value: Sendable>: Sendable {
            let value: Value

            init(_ value: Value) { self.value = value }
        }

        /// - Parameter exporter: the exporter; for a page of a book, the exporter of the book's
        ///   pages.
        package func plan(
            with exporter: Exporter, cancellation: Cancellation = Cancellation()
        ) throws(ZigguratError) -> ExportPlan {
            try identity?.check(cancellation)
            var exporter = exporter
            exporter.pageLabel = label
            if let page { exporter.options.source.page = page }
            if let associatedImage {
                exporter.options.source.associatedImage = associatedImage
                // The crop applies to the slide only.
                exporter.options.source.crop = nil
            }
            return try exporter.plan(path, name: name, record: record)
        }
    }
}

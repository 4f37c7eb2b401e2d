internal import ZigguratCore
internal import ZigguratSystem

/// A number of things above the list of a gallery: `3 images`, `1 book`, `12 pages`.
struct GalleryCount {
    private let source: String
    private let number: Int
    private let isLast: Bool

    /// The numbers of images, books, their pages, and comparisons, without those that are 0. An empty
    /// gallery has 0 images.
    static func all(of entries: [GalleryEntry]) -> [GalleryCount] {
        var (images, books, pages, comparisons) = (0, 0, 0, 0)
        for entry in entries {
            switch entry.extent {
            case .pixels: images += 1
            case .pages(let count): (books, pages) = (books + 1, pages + count)
            case .compared: comparisons += 1
            }
        }
        let counts = [
            (PageText.images, images), (PageText.books, books), (PageText.pages, pages),
            (PageText.comparisons, comparisons),
        ].filter { $0.1 > 0 }
        let shown = counts.isEmpty ? [(PageText.images, 0)] : counts
        return shown.enumerated().map { index, count in
            GalleryCount(source: count.0, number: count.1, isLast: index == shown.count - 1)
        }
    }

    /// The values of its placeholders.
    func fields(in language: PageLanguage) throws(ZigguratError) -> JSONValue {
        let values = ["count": PageLanguage.Value.number(number)]
        return [
            "count": .string(language.text(source, values)), "countText": .string(source),
            "countValues": try PageText.json(values), "isLast": .boolean(isLast),
        ]
    }
}

package import ZigguratCore
internal import ZigguratSystem
internal import ZigguratViewer

/// The metadata record of an image, a page of an image, or a book.
package struct ImageRecord: Sendable, Codable {
    /// A text of a record.
    package struct Entry: Sendable, Codable {
        package let key: RecordKey
        /// The language of the text; `nil` if the record does not state it.
        package let language: String?
        /// The text. An empty text removes the existing text.
        package let value: String
    }

    /// The line number in the list, from 1; 0 for a sidecar, which contains only this record.
    package let line: Int
    /// The path of the list or the sidecar.
    package let place: String
    /// The image: its path, the end of its path, or its name without the extension.
    package private(set) var file: String?
    /// The name of the image's export.
    package private(set) var name: String?
    /// The page of a file with several pages, from 1.
    package private(set) var page: Int?
    /// The label of a book's page, such as `iv`.
    package private(set) var label: String?
    /// The title of the section that begins at a book's page. `>` separates nested sections.
    package private(set) var section: String?
    /// The path of the file with the image's annotations, relative to the list.
    private var annotationFile: String?
    /// The annotations of the image; `nil` if the record does not name a file of annotations.
    package private(set) var annotations: [Annotation]?
    /// The path of the image's tour, relative to the list until ``readFiles()`` is called.
    ///
    /// An empty path removes the tour; `nil` if the record does not mention a tour.
    package private(set) var tourPlace: String?
    private let entries: [Entry]
    private let fields: [Caption.Field]

    /// - Parameters:
    ///   - file: the image, if no entry names a file.
    ///   - fields: additional fields whose labels have translations.
    /// - Throws: ``RecordError`` if a value is invalid, or if the record names neither a file nor
    ///   an export.
    init(
        _ entries: [Entry], fields: [Caption.Field] = [], file: String? = nil, line: Int,
        of place: String
    ) throws(RecordError) {
        self.line = line
        self.place = place
        self.entries = entries
        self.fields = fields
        self.file = file
        for entry in entries where entry.key == .property(.tour) { tourPlace = entry.value }
        for entry in entries where !entry.value.isEmpty {
            guard case .property(let property) = entry.key else { continue }
            switch property {
            case .file: self.file = entry.value
            case .name: name = entry.value
            case .page:
                guard let number = Int(entry.value), number > 0 else {
                    throw .invalidValue(line: line, column: property.rawValue)
                }
                page = number
            case .order:
                guard Double(entry.value)?.isFinite == true else {
                    throw .invalidValue(line: line, column: property.rawValue)
                }
            case .label: label = entry.value
            case .section: section = entry.value
            case .annotations: annotationFile = entry.value
            default: break
            }
        }
        guard self.file != nil || name != nil else { throw .noFile(line: line) }
    }

    /// Reads the annotations that the record names, and checks that the tour can be read.
    mutating func readFiles() throws(ZigguratError) {
        if let file = annotationFile { annotations = try Annotation.read(path(of: file)) }
        if let tour = tourPlace, !tour.isEmpty {
            let path = path(of: tour)
            _ = try TourFile(path)
            tourPlace = path
        }
    }

    private func path(of file: String) -> String {
        let isAbsolute = file.utf8.first == UInt8(ascii: "/")
        return isAbsolute ? file : "\(Path.split(place).folder)/\(file)"
    }

    /// Returns a caption in which the texts of the record replace existing texts. Texts that the
    /// record does not mention are kept.
    ///
    /// - Parameter inherited: the texts of the book, if the record describes a page of a book. An
    ///   inherited text takes the place of an empty value, which otherwise removes a text. If the
    ///   page has its own text, the translations of the book are not inherited.
    package func caption(over old: Caption, inheriting inherited: Caption = Caption()) -> Caption {
        var caption = old
        func value(of entry: Entry) -> String {
            guard entry.value.isEmpty else { return entry.value }
            let isOwn = entries.contains {
                $0.key == entry.key && $0.language == nil && !$0.value.isEmpty
            }
            if isOwn { return "" }
            return entry.key.value(in: inherited, language: entry.language) ?? ""
        }
        for entry in entries where entry.language == nil {
            entry.key.set(value(of: entry), in: &caption)
        }
        for entry in entries {
            guard let language = entry.language else { continue }
            entry.key.set(value(of: entry), in: &caption, language: language)
        }
        for field in fields { caption.set(field) }
        caption.completeFromTranslations(preferred: languages)
        return caption
    }

    /// The languages of the record, in order.
    private var languages: [String] {
        var languages: [String] = []
        for language in entries.compactMap(\.language) where !languages.contains(language) {
            languages.append(language)
        }
        return languages
    }
}

extension Caption {
    /// Replaces the field with an equal label, or appends the field. If the value is empty, removes
    /// the field.
    fileprivate mutating func set(_ field: Field) {
        if let index = fields.firstIndex(where: { $0.label == field.label }) {
            if field.value.isEmpty { fields.remove(at: index) } else { fields[index] = field }
        } else if !field.value.isEmpty {
            fields.append(field)
        }
    }

    /// Fills in each missing text with one of its translations.
    fileprivate mutating func completeFromTranslations(preferred: [String]) {
        let order = [language, "en"].compactMap(\.self) + preferred
        for text in Self.localizedTexts {
            let inLanguages = translations.compactMapValues { $0[keyPath: text] }
            guard self[keyPath: text] == nil,
                let first = order.lazy.compactMap({ inLanguages[$0] }).first
            else { continue }
            self[keyPath: text] = first
        }
    }

    private static var localizedTexts: [WritableKeyPath<Caption, String?>] {
        [\.title, \.description, \.attribution, \.rights, \.creator, \.date]
    }
}

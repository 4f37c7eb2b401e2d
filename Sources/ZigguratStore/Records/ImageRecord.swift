package import ZigguratCore
internal import ZigguratSystem
internal import ZigguratViewer

/// What a list of metadata says about an image, a page of it, or a book.
package struct ImageRecord: Sendable, Codable {
    /// A text of a record.
    package struct Entry: Sendable, Codable {
        package let key: RecordKey
        /// `nil` if the record does not name the language.
        package let language: String?
        /// An empty value removes a text.
        package let value: String
    }

    /// The line in the list, from 1; 0 for a sidecar, which is a file of its own.
    package let line: Int
    /// The path of the list or the sidecar.
    package let place: String
    /// The image: a path, a part of its end, or its name without extension.
    package private(set) var file: String?
    /// The name of the export.
    package private(set) var name: String?
    /// The page of a file with several pages, from 1.
    package private(set) var page: Int?
    /// The label of a page of a book, such as `iv`.
    package private(set) var label: String?
    /// The title of the section of a book that begins at the page; `>` separates nested sections.
    package private(set) var section: String?
    /// The file with the annotations of the image, relative to the list.
    private var annotationFile: String?
    /// The annotations of the image; `nil` if the record names no file.
    package private(set) var annotations: [Annotation]?
    /// The path of the tour of the image, relative to the list until ``readFiles()``; empty to remove
    /// a tour, `nil` if the record does not mention one.
    package private(set) var tourPlace: String?
    private let entries: [Entry]
    private let fields: [Caption.Field]

    /// - Parameters:
    ///   - file: used if no entry names a file.
    ///   - fields: further statements whose labels have translations.
    /// - Throws: ``RecordFailure``.
    init(
        _ entries: [Entry], fields: [Caption.Field] = [], file: String? = nil, line: Int,
        of place: String
    ) throws(RecordFailure) {
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

    /// Reads the annotations that the record names, and checks its tour.
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

    /// A caption with the texts of the record in place of its own. Texts that the record does not
    /// mention are kept.
    ///
    /// - Parameter inherited: the texts of the book, for one of its pages. They take the place of empty
    ///   values, which otherwise remove a text. A text of the page's own has no translations from the
    ///   book.
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

    /// The languages of the record, in its order.
    private var languages: [String] {
        var languages: [String] = []
        for language in entries.compactMap(\.language) where !languages.contains(language) {
            languages.append(language)
        }
        return languages
    }
}

extension Caption {
    /// Replaces the field of the same label, or appends it; removes it if its value is empty.
    fileprivate mutating func set(_ field: Field) {
        if let index = fields.firstIndex(where: { $0.label == field.label }) {
            if field.value.isEmpty { fields.remove(at: index) } else { fields[index] = field }
        } else if !field.value.isEmpty {
            fields.append(field)
        }
    }

    /// Takes a text that exists only in translations from one of them.
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

import ZigguratCore
import ZigguratSystem

/// A tour as Markdown: `# Title`, and the steps.
///
/// A step has `## Heading`, a line that is a link to the view, and paragraphs. A line
/// `![text](file.jpg)` is an image, a line `[text](file.mp3)` a sound.
struct TourMarkdown {
    static let mostSteps = 200

    private var media: TourMedia
    private var title: String?
    private var introduction: [Tour.Paragraph] = []
    private var steps: [Tour.Step] = []
    /// The line of the current step's heading.
    private var headingLine = 0
    private var hasView = true
    /// The lines of the current paragraph.
    private var lines: [String] = []
    private var firstLine = 0

    /// - Parameter media: a reader of the images and sounds.
    /// - Throws: ``TourError`` with the line.
    static func tour(
        in text: String, media: TourMedia
    ) throws(ZigguratError) -> (tour: Tour, media: TourMedia) {
        var parser = TourMarkdown(media: media)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            try parser.read(line.trimmingSpaces, number: index + 1)
        }
        try parser.endParagraph()
        try parser.checkView()
        guard let title = parser.title else { throw error(.missingTitle, 1) }
        guard !parser.steps.isEmpty else { throw error(.noSteps, lines.count) }
        let introduction = parser.introduction.isEmpty ? nil : parser.introduction
        return (
            Tour(title: title, introduction: introduction, steps: parser.steps), parser.media
        )
    }

    private init(media: TourMedia) { self.media = media }

    private mutating func read(_ text: String, number: Int) throws(ZigguratError) {
        let isHeading = text.hasPrefix("#")
        if text.isEmpty || isHeading { try endParagraph() }
        if isHeading { try checkView() }
        guard !text.isEmpty else { return }
        do throws(TourContentError) {
            if isHeading { try heading(text, number) } else { try take(text, number) }
        } catch {
            throw Self.error(error, number)
        }
    }

    private mutating func take(_ text: String, _ number: Int) throws(TourContentError) {
        guard title != nil else { throw .missingTitle }
        if lines.isEmpty, !steps.isEmpty, let link = Self.wholeLine(text) {
            if try isTaken(link) { return }
        }
        guard hasView else { throw .missingView }
        if lines.isEmpty { firstLine = number }
        lines.append(text)
    }

    private mutating func heading(_ text: String, _ number: Int) throws(TourContentError) {
        let level = text.prefix { $0 == "#" }.count
        let words = text.dropFirst(level).trimmingSpaces
        guard !words.isEmpty else { throw .emptyHeading }
        guard level <= 2 else { throw .deepHeading }
        if level == 1 {
            guard title == nil else { throw .deepHeading }
            title = words
            return
        }
        guard title != nil else { throw .missingTitle }
        guard steps.count < Self.mostSteps else { throw .tooManySteps(limit: Self.mostSteps) }
        steps.append(Tour.Step(title: words, view: ""))
        (headingLine, hasView) = (number, false)
    }

    /// Whether a link on its own line is the view, an image or a sound of the step. If it is, the
    /// link is added to the step.
    private mutating func isTaken(
        _ link: (text: String, address: String, isImage: Bool)
    ) throws(TourContentError) -> Bool {
        let last = steps.count - 1
        if !hasView {
            guard !link.isImage else { throw .missingView }
            steps[last].view = try TourView.view(in: link.address)
            hasView = true
        } else if link.isImage {
            guard steps[last].image == nil else { throw .secondImage }
            let file = try media.add(link.address, .image)
            steps[last].image = Tour.Media(file: file, text: link.text)
        } else if TourMedia.kind(of: link.address) == .sound {
            guard steps[last].sound == nil else { throw .secondSound }
            let file = try media.add(link.address, .sound)
            steps[last].sound = Tour.Media(file: file, text: link.text)
        } else {
            return false
        }
        return true
    }

    private mutating func endParagraph() throws(ZigguratError) {
        guard !lines.isEmpty else { return }
        let spans: Tour.Paragraph
        do throws(TourContentError) {
            spans = try TourText.spans(in: lines.joined(separator: " "))
        } catch {
            throw Self.error(error, firstLine)
        }
        lines = []
        if steps.isEmpty {
            introduction.append(spans)
        } else {
            steps[steps.count - 1].text = (steps[steps.count - 1].text ?? []) + [spans]
        }
    }

    private func checkView() throws(ZigguratError) {
        guard hasView else { throw Self.error(.missingView, headingLine) }
    }

    /// Returns the parts of a line that is a single link or image: `[text](address)` or
    /// `![text](address)`.
    private static func wholeLine(
        _ line: String
    ) -> (text: String, address: String, isImage: Bool)? {
        let isImage = line.hasPrefix("![")
        guard isImage || line.hasPrefix("["), line.hasSuffix(")"),
            let middle = line.firstRange(of: "](")
        else { return nil }
        let text = line[..<middle.lowerBound].dropFirst(isImage ? 2 : 1)
        let address = line[middle.upperBound...].dropLast()
        guard !address.contains(where: { $0 == "(" || $0 == ")" || $0 == "[" }) else { return nil }
        return (String(text), address.trimmingSpaces, isImage)
    }

    private static func error(_ reason: TourContentError, _ line: Int) -> ZigguratError {
        ZigguratError(TourError.invalid(reason, .line(line)))
    }
}

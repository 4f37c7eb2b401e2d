/// A story about an image: steps, each with a view of the image and with texts.
package struct Tour: Hashable, Sendable, Codable {
    package var title: String
    /// The text before the first step.
    package var introduction: [Paragraph]?
    package var steps: [Step]

    package init(title: String, introduction: [Paragraph]? = nil, steps: [Step]) {
        self.title = title
        self.introduction = introduction
        self.steps = steps
    }

    /// A paragraph, divided into spans.
    package typealias Paragraph = [Span]

    /// A piece of text in one style. A style of `nil` means `false`; an address of `nil` means no
    /// link.
    package struct Span: Hashable, Sendable, Codable {
        package var text: String
        package var isStrong: Bool?
        package var isEmphasized: Bool?
        /// The address that the text links to: http, https, mailto, or `#` and a view.
        package var address: String?

        package init(
            _ text: String, isStrong: Bool = false, isEmphasized: Bool = false,
            address: String? = nil
        ) {
            self.text = text
            self.isStrong = isStrong ? true : nil
            self.isEmphasized = isEmphasized ? true : nil
            self.address = address
        }
    }

    package struct Step: Hashable, Sendable, Codable {
        package var title: String
        /// The view as in the fragment of the page's address, without `#`: `xywh=1200,800,640,480`;
        /// empty for the whole image.
        package var view: String
        package var text: [Paragraph]?
        package var image: Media?
        package var sound: Media?
        /// The number of seconds that playback shows the step; `nil` for the time to read its text.
        package var seconds: Double?

        package init(
            title: String, view: String, text: [Paragraph]? = nil, image: Media? = nil,
            sound: Media? = nil, seconds: Double? = nil
        ) {
            self.title = title
            self.view = view
            self.text = text
            self.image = image
            self.sound = sound
            self.seconds = seconds
        }
    }

    /// An image or a sound in a file beside the page.
    package struct Media: Hashable, Sendable, Codable {
        /// The name of the file in the folder ``Tour/mediaFolder``; it contains a checksum.
        package var file: String
        /// The text for people who cannot see the image or hear the sound; may be empty.
        package var text: String

        package init(file: String, text: String) {
            self.file = file
            self.text = text
        }
    }

    /// The folder of the tour's files, relative to the page.
    package static let mediaFolder = "viewer/tour/"

    /// The names of the files in ``mediaFolder``, each once, in the order of the steps.
    package var mediaNames: [String] {
        var names: [String] = []
        for name in steps.flatMap({ [$0.image?.file, $0.sound?.file].compactMap(\.self) })
        where !names.contains(name) {
            names.append(name)
        }
        return names
    }
}

internal import CommandLineParsing
internal import ZigguratKit

/// The option for the tour of an image.
struct TourOption: ParameterSet {
    @Option(
        valueName: "FILE", completion: .files,
        help: "Tour with views and texts: Markdown or JSON")
    var tour: PathArgument?

    func apply(to options: inout Exporter.Options) throws(ZigguratError) {
        guard let tour else { return }
        let file = try TourFile(try tour.textOrError())
        (options.tour, options.tourMedia) = (file.tour, file.media)
    }
}

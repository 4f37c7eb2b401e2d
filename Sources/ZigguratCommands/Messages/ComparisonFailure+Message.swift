internal import ZigguratKit

extension ComparisonFailure: Worded {
    var message: Message {
        switch self {
        case .tooFew(let count, let minimum):
            Message(
                "cannot compare \(Amount.count(count, of: "image")): at least \(minimum) are needed",
                hint: "name the folders of further exports")
        case .tooMany(let count, let limit):
            Message(
                "cannot compare \(count) images (limit \(limit))",
                hint: limit < 10 ? "add --layers for the layers of one image" : "")
        case .tooManyLabels(let count, let images):
            Message(
                "too many labels: \(count) for \(Amount.count(images, of: "image"))",
                hint: "give at most one --label for each image")
        case .notAnExport:
            Message(
                "not found: no such export",
                hint: "name the folder of an export, such as Output/photo or Output/photo/dzi")
        case .outsideDestination(let destination):
            Message(
                "unsupported: the export is outside of \(destination)",
                hint: "name its folder of exports with --output; both are published together")
        case .inBook:
            Message(
                "unsupported: a comparison in the folder of a book",
                hint: "name the folder that holds the book with --output")
        case .unreadableContainer(let name):
            Message(
                "unsupported: a page cannot read tiles from \(name)",
                hint: "export it to a folder, or to pmtiles, szi or zip")
        case .otherSize(let size, let first):
            Message(
                "the layer has \(size.text) pixels, the first one has \(first.text)",
                hint: "layers have equal sizes; omit --layers to compare other images")
        case .registeredLayers:
            Message(
                "unsupported: a registration of layers",
                hint: "omit --layers, or align the layers before they are exported")
        case .alreadyExists:
            Message(
                "already exists: another comparison has this name",
                hint: "add --replace, or choose another name with --name")
        case .notAComparison:
            Message(
                "already exists and is not a comparison",
                hint: "choose another name with --name")
        }
    }
}

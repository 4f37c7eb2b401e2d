internal import ZigguratKit

extension PlanNote: Worded {
    var message: Message {
        switch self {
        case .sizesLeftOut(let widths, let image, let limit):
            Message(
                "no image of width \(widths.map(String.init).joined(separator: ", ")): the source "
                    + "has \(image) pixels"
                    + (limit.map { ", and the longest side is at most \($0)" } ?? ""))
        case .belowThreshold:
            Message("longer side below the threshold: written as one image")
        case .blankTilesWritten(let name):
            Message("\(name): blank tiles are written; its clients cannot be told to skip them")
        case .blankTilesKnownToPage(let name):
            Message("\(name): only its page knows which blank tiles are left out")
        case .fewBrowsers(let format):
            Message("few browsers show \(format.traits.title)")
        case .nearlyLossless(let format):
            Message(
                "lossless \(format.traits.title) is exact for grey images; colours differ by a "
                    + "step or two")
        case .onlyFirstPage(let count, let isAnimation):
            Message(
                "only the first of \(count) \(isAnimation ? "frames" : "pages") is used",
                hint: "choose one with --page N, or export each with --page all")
        case .format(let name, let text): Message("\(name): \(text)")
        }
    }
}

import ZigguratViewer

extension FuzzTarget {
    /// Tours in Markdown and JSON. Their folder does not exist, so no file is read.
    static let tours = FuzzTarget("tours") { input in
        _ = try? TourFile(input, beside: "/nonexistent/tour.md")
    }
}

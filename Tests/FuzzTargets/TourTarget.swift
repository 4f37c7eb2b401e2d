import ZigguratViewer

extension FuzzTarget {
    /// Tours in Markdown and JSON, in a missing folder, so no file is read.
    static let tours = FuzzTarget("tours") { input in
        _ = try? TourFile(input, beside: "/nonexistent/tour.md")
    }
}

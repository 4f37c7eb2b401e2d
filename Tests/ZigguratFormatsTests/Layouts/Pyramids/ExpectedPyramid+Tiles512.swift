extension ExpectedPyramid {
    /// Tiles of 512 pixels without overlap, down to one tile.
    /// Computed apart from the program, from the definitions of the formats.
    static let tiles512: [ExpectedPyramid] = [
        ExpectedPyramid(
            1, 1, tiles: 1, first: (0, 0, 1, 1),
            levels: [
                .init(1, 1, 1, 1, 0, 0, 1, 1)
            ]),
        ExpectedPyramid(
            1, 257, tiles: 1, first: (0, 0, 1, 257),
            levels: [
                .init(1, 257, 1, 1, 0, 0, 1, 257)
            ]),
        ExpectedPyramid(
            255, 255, tiles: 1, first: (0, 0, 255, 255),
            levels: [
                .init(255, 255, 1, 1, 0, 0, 255, 255)
            ]),
        ExpectedPyramid(
            256, 256, tiles: 1, first: (0, 0, 256, 256),
            levels: [
                .init(256, 256, 1, 1, 0, 0, 256, 256)
            ]),
        ExpectedPyramid(
            257, 257, tiles: 1, first: (0, 0, 257, 257),
            levels: [
                .init(257, 257, 1, 1, 0, 0, 257, 257)
            ]),
        ExpectedPyramid(
            512, 512, tiles: 1, first: (0, 0, 512, 512),
            levels: [
                .init(512, 512, 1, 1, 0, 0, 512, 512)
            ]),
        ExpectedPyramid(
            513, 513, tiles: 5, first: (0, 0, 512, 512),
            levels: [
                .init(257, 257, 1, 1, 0, 0, 257, 257), .init(513, 513, 2, 2, 512, 512, 1, 1),
            ]),
        ExpectedPyramid(
            1025, 1025, tiles: 14, first: (0, 0, 512, 512),
            levels: [
                .init(257, 257, 1, 1, 0, 0, 257, 257), .init(513, 513, 2, 2, 512, 512, 1, 1),
                .init(1025, 1025, 3, 3, 1024, 1024, 1, 1),
            ]),
        ExpectedPyramid(
            1027, 1027, tiles: 14, first: (0, 0, 512, 512),
            levels: [
                .init(257, 257, 1, 1, 0, 0, 257, 257), .init(514, 514, 2, 2, 512, 512, 2, 2),
                .init(1027, 1027, 3, 3, 1024, 1024, 3, 3),
            ]),
        ExpectedPyramid(
            2049, 2049, tiles: 39, first: (0, 0, 512, 512),
            levels: [
                .init(257, 257, 1, 1, 0, 0, 257, 257), .init(513, 513, 2, 2, 512, 512, 1, 1),
                .init(1025, 1025, 3, 3, 1024, 1024, 1, 1),
                .init(2049, 2049, 5, 5, 2048, 2048, 1, 1),
            ]),
        ExpectedPyramid(
            2055, 2055, tiles: 39, first: (0, 0, 512, 512),
            levels: [
                .init(257, 257, 1, 1, 0, 0, 257, 257), .init(514, 514, 2, 2, 512, 512, 2, 2),
                .init(1028, 1028, 3, 3, 1024, 1024, 4, 4),
                .init(2055, 2055, 5, 5, 2048, 2048, 7, 7),
            ]),
        ExpectedPyramid(
            100, 100000, tiles: 395, first: (0, 0, 100, 512),
            levels: [
                .init(1, 391, 1, 1, 0, 0, 1, 391), .init(1, 782, 1, 2, 0, 512, 1, 270),
                .init(2, 1563, 1, 4, 0, 1536, 2, 27), .init(4, 3125, 1, 7, 0, 3072, 4, 53),
                .init(7, 6250, 1, 13, 0, 6144, 7, 106), .init(13, 12500, 1, 25, 0, 12288, 13, 212),
                .init(25, 25000, 1, 49, 0, 24576, 25, 424),
                .init(50, 50000, 1, 98, 0, 49664, 50, 336),
                .init(100, 100000, 1, 196, 0, 99840, 100, 160),
            ]),
        ExpectedPyramid(
            100000, 300, tiles: 395, first: (0, 0, 512, 300),
            levels: [
                .init(391, 2, 1, 1, 0, 0, 391, 2), .init(782, 3, 2, 1, 512, 0, 270, 3),
                .init(1563, 5, 4, 1, 1536, 0, 27, 5), .init(3125, 10, 7, 1, 3072, 0, 53, 10),
                .init(6250, 19, 13, 1, 6144, 0, 106, 19),
                .init(12500, 38, 25, 1, 12288, 0, 212, 38),
                .init(25000, 75, 49, 1, 24576, 0, 424, 75),
                .init(50000, 150, 98, 1, 49664, 0, 336, 150),
                .init(100000, 300, 196, 1, 99840, 0, 160, 300),
            ]),
        ExpectedPyramid(
            290, 442, tiles: 1, first: (0, 0, 290, 442),
            levels: [
                .init(290, 442, 1, 1, 0, 0, 290, 442)
            ]),
    ]
}

// needs: head/namespace.js
/**
 * Converts tiles of TIFF files that are neither JPEG nor WebP to images that browsers show.
 */
ziggurat.tiffPixels = (function () {
    'use strict';

    /**
     * Returns 8-bit pixels as a BMP file. Every browser shows BMP files, including alpha.
     *
     * @param {Uint8Array} pixels The blue, green, red and alpha values of each pixel.
     * @param {number} width @param {number} height
     */
    function bitmap(pixels, width, height) {
        const head = new DataView(new ArrayBuffer(122));
        [[0, 0x4D42, 2], [2, 122 + pixels.length, 4], [10, 122, 4], [14, 108, 4], [18, width, 4],
            // A negative height means that the top row is first.
            [22, -height, 4], [26, 1, 2], [28, 32, 2], [30, 3, 4], [34, pixels.length, 4],
            [54, 0xFF0000, 4], [58, 0xFF00, 4], [62, 0xFF, 4], [66, 0xFF000000, 4],
            [70, 0x73524742, 4],
        ].forEach(([at, value, bytes]) => (bytes === 4 ? head.setUint32(at, value, true)
            : head.setUint16(at, value, true)));
        return new Blob([head, pixels], { type: 'image/bmp' });
    }

    /**
     * Decompresses a tile. If samples have 16 bits, only the upper byte is shown.
     *
     * @param {Uint8Array} bytes
     * @param {number} width The size of the tile, in pixels.
     * @param {number} height
     * @param {{ samples: number, bits: number, predictor: number, photometric: number }} format
     */
    async function image(bytes, width, height, { samples, bits, predictor, photometric }) {
        const stream = new Blob([bytes]).stream().pipeThrough(
            new DecompressionStream('deflate'));
        const buffer = await new Response(stream).arrayBuffer();
        const count = width * height * samples;
        const values = bits === 16 ? new Uint16Array(buffer, 0, count)
            : new Uint8Array(buffer, 0, count);
        if (predictor === 2) {
            for (let row = 0; row < height; row += 1) {
                const end = (row + 1) * width * samples;
                for (let at = row * width * samples + samples; at < end; at += 1) {
                    values[at] += values[at - samples];
                }
            }
        }
        const [isColour, shift] = [samples > 2, bits - 8];
        const flipped = photometric === 0 ? 255 : 0;
        const pixels = new Uint8Array(width * height * 4);
        for (let from = 0, to = 0; from < count; from += samples, to += 4) {
            for (let band = 0; band < 3; band += 1) {
                pixels[to + 2 - band] =
                    values[from + (isColour ? band : 0)] >> shift ^ flipped;
            }
            pixels[to + 3] = samples % 2 ? 255 : values[from + samples - 1] >> shift;
        }
        return bitmap(pixels, width, height);
    }

    return { image };
})();

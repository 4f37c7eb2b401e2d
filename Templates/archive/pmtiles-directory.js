// needs: head/namespace.js
/**
 * The directories of PMTiles 3 archives, and the numbers of tiles.
 *
 * @typedef {object} DirectoryEntry
 * @property {number} id The number of the first tile.
 * @property {number} run The number of equal tiles; 0 for a leaf directory.
 * @property {number} length The length in bytes.
 * @property {number} offset The offset from the start of the tiles, or of the leaf directories.
 */
ziggurat.pmtilesDirectory = (function () {
    'use strict';

    /**
     * Decompresses gzip data; throws if the data are damaged or exceed the limit.
     * @param {Uint8Array} bytes
     * @param {number} limit
     */
    async function gunzip(bytes, limit) {
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
            .getReader();
        /** @type {Uint8Array[]} */
        const parts = [];
        let length = 0;
        for (;;) {
            const { done, value } = await stream.read();
            if (done) {
                break;
            }
            length += value.length;
            if (length > limit) {
                stream.cancel().catch(() => {});
                throw new RangeError('too large');
            }
            parts.push(value);
        }
        return new Uint8Array(await new Blob(parts).arrayBuffer());
    }

    /**
     * Decodes a directory; throws if it is damaged.
     * @param {Uint8Array} bytes
     * @returns {DirectoryEntry[]}
     */
    function directory(bytes) {
        let position = 0;
        function next() {
            let value = 0;
            for (let factor = 1; ; factor *= 128) {
                const byte = bytes[position];
                position += 1;
                if (byte === undefined || factor > 2 ** 49) {
                    throw new RangeError('invalid number');
                }
                value += (byte & 127) * factor;
                if (byte < 128) {
                    return value;
                }
            }
        }
        const count = next();
        if (count > bytes.length) {
            throw new RangeError('invalid count');
        }
        /** @type {DirectoryEntry[]} */
        const entries = [];
        for (let index = 0, id = 0; index < count; index += 1) {
            id += next();
            entries.push({ id, run: 0, length: 0, offset: 0 });
        }
        for (const entry of entries) {
            entry.run = next();
        }
        for (const entry of entries) {
            entry.length = next();
        }
        entries.forEach((entry, index) => {
            const value = next();
            const previous = entries[index - 1];
            entry.offset = value === 0 && previous ? previous.offset + previous.length : value - 1;
            if (entry.offset < 0 || entry.length === 0) {
                throw new RangeError('invalid offset');
            }
        });
        return entries;
    }

    /**
     * Returns the number of a tile. Tiles are numbered zoom by zoom, along a Hilbert curve in each
     * zoom.
     * @param {number} z @param {number} x @param {number} y
     */
    function tileID(z, x, y) {
        let id = (4 ** z - 1) / 3;
        for (let half = 2 ** z / 2; half >= 1; half /= 2) {
            const right = x >= half;
            const lower = y >= half;
            id += half * half * ((right ? 3 : 0) ^ (lower ? 1 : 0));
            x -= right ? half : 0;
            y -= lower ? half : 0;
            if (!lower) {
                [x, y] = right ? [half - 1 - y, half - 1 - x] : [y, x];
            }
        }
        return id;
    }

    return { directory, gunzip, tileID };
})();

// needs: archive/file.js, archive/readers.js, archive/tiff-pixels.js
/**
 * Reads pyramidal, tiled TIFF and BigTIFF files in little-endian byte order:
 * https://libtiff.gitlab.io/libtiff/specification/bigtiff.html.
 *
 * @typedef {object} Values The values of a field.
 * @property {number} width The number of bytes of a value.
 * @property {number} count
 * @property {number} start The offset of the values in the file.
 *
 * @typedef {object} TIFFLevel
 * @property {number} width
 * @property {number} height
 * @property {number} columns
 * @property {Values} offsets
 * @property {Values} lengths
 * @property {Uint8Array} tables The tables that all JPEG tiles share.
 */
ziggurat.tiff = (function () {
    'use strict';

    const { ArchiveError } = ziggurat.archiveFile;

    const tags = {
        subfile: 254, width: 256, height: 257, bits: 258, compression: 259, photometric: 262,
        samples: 277, planes: 284, predictor: 317, tileWidth: 322, tileHeight: 323, offsets: 324,
        lengths: 325, tables: 347,
    };
    /** The number of bytes of a value, by the number of its type. */
    const widths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
    const mostDirectories = 64;
    const mostEntries = 4096;
    /** The number of values that are read at a time from a long field. */
    const groupSize = 1024;
    const [deflate, oldDeflate, jpeg, webp] = [8, 32946, 7, 50001];

    /** @param {Uint8Array} bytes @param {number} width @param {number} at */
    function number(bytes, width, at) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        return width === 8 ? Number(view.getBigUint64(at, true))
            : width === 4 ? view.getUint32(at, true)
                : width === 2 ? view.getUint16(at, true) : bytes[at];
    }

    class TIFFArchive {
        /**
         * @param {Reader} reader
         * @param {Uint8Array} head The beginning of the file.
         */
        constructor(reader, head) {
            this.kind = 'tiff';
            this.reader = reader;
            this.head = head;
            this.isBig = head[2] === 43;
            /** @type {TIFFLevel[]} The levels, the largest first. */
            this.levels = [];
            this.tileWidth = 0;
            this.tileHeight = 0;
            this.format = { compression: 0, photometric: 0, samples: 1, bits: 8, predictor: 1 };
        }

        /**
         * @param {Reader} reader
         * @param {Uint8Array} head
         */
        static async open(reader, head) {
            const archive = new TIFFArchive(reader, head);
            let next = archive.isBig ? number(head, 8, 8) : number(head, 4, 4);
            for (let count = 0; next; count += 1) {
                if (count === mostDirectories) {
                    throw reader.damaged();
                }
                next = await archive.directory(next);
            }
            if (!archive.levels.length) {
                throw new ArchiveError('unsupported', `The image of ${reader.name} is not in tiles.`);
            }
            return archive;
        }

        /**
         * Reads a part of the file. The beginning of the file is already in memory.
         * @param {number} start @param {number} length @param {AbortSignal} [signal]
         */
        async bytes(start, length, signal) {
            return start + length <= this.head.length ? this.head.slice(start, start + length)
                : this.reader.read(start, start + length, signal);
        }

        /**
         * Reads a directory; returns the offset of the next directory, or 0 after the last
         * directory.
         * @param {number} start
         */
        async directory(start) {
            const [countBytes, entryBytes, wordBytes] = this.isBig ? [8, 20, 8] : [2, 12, 4];
            const count = number(await this.bytes(start, countBytes), countBytes, 0);
            if (!(count > 0 && count <= mostEntries)) {
                throw this.reader.damaged();
            }
            const first = start + countBytes;
            const bytes = await this.bytes(first, count * entryBytes + wordBytes);
            /** @type {Map<number, Values>} */
            const fields = new Map();
            for (let index = 0; index < count; index += 1) {
                const at = index * entryBytes;
                const width = widths[number(bytes, 2, at + 2)] ?? 0;
                const values = number(bytes, wordBytes, at + 4);
                const place = at + 4 + wordBytes;
                fields.set(number(bytes, 2, at), {
                    width, count: values,
                    start: values * width <= wordBytes ? first + place
                        : number(bytes, wordBytes, place),
                });
            }
            const value = async (/** @type {number} */ tag, otherwise = 0) => {
                const field = fields.get(tag);
                return field?.count && field.width ? this.value(field, 0) : otherwise;
            };
            await this.addLevel(fields, value);
            return number(bytes, wordBytes, count * entryBytes);
        }

        /**
         * @param {Map<number, Values>} fields
         * @param {(tag: number, otherwise?: number) => Promise<number>} value
         */
        async addLevel(fields, value) {
            const isFirst = this.levels.length === 0;
            const [offsets, lengths] = [fields.get(tags.offsets), fields.get(tags.lengths)];
            // Images without the bit for reductions are thumbnails or masks.
            if (!offsets || !lengths || !isFirst && (await value(tags.subfile) & 5) !== 1) {
                return;
            }
            const [width, height] = [await value(tags.width), await value(tags.height)];
            if (isFirst) {
                this.tileWidth = await value(tags.tileWidth);
                this.tileHeight = await value(tags.tileHeight);
                this.format = {
                    compression: await value(tags.compression),
                    photometric: await value(tags.photometric),
                    samples: await value(tags.samples, 1), bits: await value(tags.bits, 1),
                    predictor: await value(tags.predictor, 1),
                };
                this.check(await value(tags.planes, 1));
            }
            const columns = Math.ceil(width / this.tileWidth);
            const tables = fields.get(tags.tables);
            if (!(width > 0 && height > 0)
                || offsets.count !== columns * Math.ceil(height / this.tileHeight)
                || lengths.count !== offsets.count || (tables?.count ?? 0) > 1 << 16) {
                throw this.reader.damaged();
            }
            this.levels.push({
                width, height, columns, offsets, lengths,
                tables: tables ? await this.bytes(tables.start, tables.count) : new Uint8Array(4),
            });
        }

        /** @param {number} planes */
        check(planes) {
            const { compression, photometric, samples, bits, predictor } = this.format;
            const isPlain = [deflate, oldDeflate].includes(compression);
            if (!(this.tileWidth > 0 && this.tileHeight > 0)) {
                throw this.reader.damaged();
            }
            if (!isPlain && compression !== jpeg && compression !== webp
                || isPlain && (![0, 1, 2].includes(photometric) || ![8, 16].includes(bits)
                    || predictor > 2 || samples > 4)
                || planes === 2 && samples > 1) {
                throw new ArchiveError('unsupported',
                    `The tiles of ${this.reader.name} have a compression that browsers cannot show.`);
            }
        }

        /**
         * Returns a value of a field.
         * @param {Values} field @param {number} index @param {AbortSignal} [signal]
         */
        async value({ width, count, start }, index, signal) {
            const first = index - index % groupSize;
            const length = Math.min(groupSize, count - first) * width;
            const bytes = await this.bytes(start + first * width, length, signal);
            return number(bytes, width, (index - first) * width);
        }

        /**
         * Returns a tile; null if the tile does not exist.
         *
         * @param {number} z @param {number} x @param {number} y
         * @param {{ signal?: AbortSignal }} [options]
         */
        async tile(z, x, y, options) {
            const level = this.levels[this.levels.length - 1 - z];
            const index = level ? y * level.columns + x : -1;
            if (!level || x < 0 || x >= level.columns || index < 0
                || index >= level.offsets.count) {
                return null;
            }
            const [start, length] = await Promise.all([
                this.value(level.offsets, index, options?.signal),
                this.value(level.lengths, index, options?.signal),
            ]);
            if (!length) {
                return null;
            }
            const bytes = await this.reader.read(start, start + length, options?.signal);
            const { compression } = this.format;
            if (compression === webp) {
                return new Blob([bytes], { type: 'image/webp' });
            }
            if (compression === jpeg) {
                return new Blob(
                    [bytes.subarray(0, 2), level.tables.subarray(2, -2), bytes.subarray(2)],
                    { type: 'image/jpeg' });
            }
            try {
                return await ziggurat.tiffPixels.image(
                    bytes, this.tileWidth, this.tileHeight, this.format);
            } catch {
                throw this.reader.damaged('tile');
            }
        }

        /** Returns the size, tile size and levels of the image. */
        async image() {
            const [{ width, height }] = this.levels;
            return {
                width, height, tileSize: this.tileWidth, overlap: 0, minLevel: 0,
                maxLevel: this.levels.length - 1, isMap: false,
            };
        }
    }

    ziggurat.readers.register({
        kind: 'tiff', needsHead: true,
        matches: (head) => head[0] === 0x49 && head[1] === 0x49 && (head[2] === 42 || head[2] === 43),
        open: TIFFArchive.open,
    });

    return { TIFFArchive };
})();

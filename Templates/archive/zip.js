// needs: archive/file.js, archive/readers.js
/**
 * Reads uncompressed entries of ZIP archives, including ZIP64:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT.
 * An SZI file is a ZIP archive of a Deep Zoom image.
 *
 * @typedef {object} ArchiveEntry
 * @property {number} offset The offset of the local header in the file.
 * @property {number} end The end of the part of the file to read for the entry.
 * @property {number} length The length in bytes.
 * @property {boolean} isStored Whether the entry is neither compressed nor encrypted.
 */
ziggurat.zip = (function () {
    'use strict';

    const { ArchiveError } = ziggurat.archiveFile;

    /** The length of the ZIP64 locator and the end record with the longest comment. */
    const longestEnd = 22 + 0xFFFF + 20;
    const localHeaderSize = 30;
    const signature = {
        local: 0x04034B50, entry: 0x02014B50, end: 0x06054B50, end64: 0x06064B50,
        locator: 0x07064B50, digital: 0x05054B50,
    };
    /** @type {Record<string, string>} */
    const types = {
        jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp',
        avif: 'image/avif', xml: 'application/xml', dzi: 'application/xml',
        json: 'application/json',
    };

    /** @param {Uint8Array} bytes */
    const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

    /** @param {DataView} view @param {number} place */
    const large = (view, place) => Number(view.getBigUint64(place, true));

    /**
     * Returns the start and the end of the central directory; throws if the directory is not found.
     *
     * @param {Reader} reader
     * @param {DataView} tail The end of the file.
     */
    async function directoryPlace(reader, tail) {
        let place = tail.byteLength - 22;
        while (place >= 0 && (tail.getUint32(place, true) !== signature.end
            || tail.getUint16(place + 20, true) > tail.byteLength - place - 22)) {
            place -= 1;
        }
        if (place < 0) {
            throw reader.truncated();
        }
        const [size, start] = [tail.getUint32(place + 12, true), tail.getUint32(place + 16, true)];
        // Only the locator distinguishes a ZIP64 archive from an archive of 65,535 entries.
        if (place < 20 || tail.getUint32(place - 20, true) !== signature.locator) {
            return { start, end: start + size };
        }
        const record = large(tail, place - 12);
        const view = viewOf(await reader.read(record, record + 56));
        if (view.getUint32(0, true) !== signature.end64) {
            throw reader.damaged();
        }
        return { start: large(view, 48), end: large(view, 48) + large(view, 40) };
    }

    /**
     * Reads a central directory; throws if it is damaged.
     *
     * @param {Uint8Array} bytes
     * @param {number} start The offset of the directory in the file.
     * @returns {Map<string, ArchiveEntry>}
     */
    function directory(bytes, start) {
        const view = viewOf(bytes);
        const text = new TextDecoder();
        /** @type {Map<string, ArchiveEntry>} */
        const entries = new Map();
        for (let place = 0; place < bytes.length;) {
            if (view.getUint32(place, true) !== signature.entry) {
                // A digital signature may follow the entries.
                if (view.getUint32(place, true) === signature.digital) {
                    break;
                }
                throw new RangeError('no entry');
            }
            const nameEnd = place + 46 + view.getUint16(place + 28, true);
            const extraEnd = nameEnd + view.getUint16(place + 30, true);
            let length = view.getUint32(place + 20, true);
            let offset = view.getUint32(place + 42, true);
            for (let extra = nameEnd; extra + 4 <= extraEnd;) {
                const size = view.getUint16(extra + 2, true);
                if (view.getUint16(extra, true) === 1) {
                    // The field contains only the numbers that do not fit into 32 bits, in this
                    // order.
                    let next = extra + 4 + (view.getUint32(place + 24, true) === 0xFFFFFFFF ? 8 : 0);
                    if (length === 0xFFFFFFFF) {
                        length = large(view, next);
                        next += 8;
                    }
                    if (offset === 0xFFFFFFFF) {
                        offset = large(view, next);
                    }
                }
                extra += 4 + size;
            }
            const isStored = view.getUint16(place + 10, true) === 0
                && (view.getUint16(place + 8, true) & 1) === 0;
            if (extraEnd > bytes.length) {
                throw new RangeError('incomplete entry');
            }
            entries.set(text.decode(bytes.subarray(place + 46, nameEnd)),
                { offset, end: 0, length, isStored });
            place = extraEnd + view.getUint16(place + 32, true);
        }
        const all = [...entries.values()].sort((one, other) => one.offset - other.offset);
        all.forEach((entry, index) => {
            entry.end = Math.min(all[index + 1]?.offset ?? start,
                entry.offset + localHeaderSize + 2 * 0xFFFF + entry.length);
        });
        return entries;
    }

    class ZIPArchive {
        /**
         * @param {Reader} reader
         * @param {Map<string, ArchiveEntry>} entries The entries by their paths.
         */
        constructor(reader, entries) {
            this.kind = 'zip';
            this.reader = reader;
            this.entries = entries;
            /** @type {ReturnType<ZIPArchive['describe']> | undefined} */
            this.described = undefined;
        }

        /** @param {Reader} reader */
        static async open(reader) {
            const { size } = reader;
            if (size === undefined) {
                throw new ArchiveError('unsupported', `The size of ${reader.name} is unknown: `
                    + 'the web server must expose Content-Range.');
            }
            const tailStart = Math.max(0, size - longestEnd);
            const tail = await reader.read(tailStart, size);
            try {
                const { start, end } = await directoryPlace(reader, viewOf(tail));
                const bytes = start >= tailStart
                    ? tail.subarray(start - tailStart, end - tailStart)
                    : await reader.read(start, end);
                return new ZIPArchive(reader, directory(bytes, start));
            } catch (error) {
                throw error instanceof ArchiveError ? error : reader.damaged();
            }
        }

        /**
         * Returns an entry; null if the entry does not exist.
         *
         * @param {string} path
         * @param {{ signal?: AbortSignal }} [options]
         */
        async file(path, options) {
            const { reader } = this;
            const entry = this.entries.get(path);
            if (!entry) {
                return null;
            }
            if (!entry.isStored) {
                throw new ArchiveError('compressed',
                    `${reader.name} is compressed; its entries must be stored.`);
            }
            const bytes = await reader.read(entry.offset, entry.end, options?.signal);
            const view = viewOf(bytes);
            if (bytes.length < localHeaderSize || view.getUint32(0, true) !== signature.local) {
                throw reader.damaged();
            }
            const start = localHeaderSize + view.getUint16(26, true) + view.getUint16(28, true);
            if (start + entry.length > bytes.length) {
                throw reader.damaged();
            }
            return new Blob([bytes.subarray(start, start + entry.length)],
                { type: types[path.split('.').pop() ?? ''] ?? '' });
        }

        /** Returns the size, tile size and levels of the Deep Zoom image. */
        image() {
            this.described ??= this.describe();
            return this.described;
        }

        async describe() {
            const path = [...this.entries.keys()].find((each) => each.endsWith('.dzi'));
            const text = await (path && await this.file(path) || new Blob()).text();
            const document = new DOMParser().parseFromString(text, 'application/xml');
            const root = document.documentElement;
            const size = root.getElementsByTagNameNS('*', 'Size')[0];
            const number = (/** @type {Element | undefined} */ element, /** @type {string} */ name) =>
                Number(element?.getAttribute(name));
            const [width, height] = [number(size, 'Width'), number(size, 'Height')];
            const tileSize = number(root, 'TileSize');
            if (!path || !(width > 0 && height > 0 && tileSize > 0)) {
                throw new ArchiveError('unsupported',
                    `${this.reader.name} contains no Deep Zoom image.`);
            }
            return {
                width, height, tileSize, overlap: number(root, 'Overlap'), minLevel: 0,
                maxLevel: Math.ceil(Math.log2(Math.max(width, height))), isMap: false,
                folder: path.replace(/\.dzi$/, '_files/'), ending: root.getAttribute('Format') ?? '',
            };
        }

        /**
         * Returns a tile of the Deep Zoom image; null if the tile does not exist.
         *
         * @param {number} z @param {number} x @param {number} y
         * @param {{ signal?: AbortSignal }} [options]
         */
        async tile(z, x, y, options) {
            const { folder, ending } = await this.image();
            return this.file(`${folder}${z}/${x}_${y}.${ending}`, options);
        }
    }

    ziggurat.readers.register({
        kind: 'zip', needsHead: false,
        matches: (head) => head[0] === 0x50 && head[1] === 0x4B,
        open: ZIPArchive.open,
    });

    return { ZIPArchive };
})();

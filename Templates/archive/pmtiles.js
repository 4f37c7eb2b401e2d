// needs: archive/file.js, archive/pmtiles-directory.js, archive/readers.js
/**
 * Reads PMTiles 3 archives: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
 */
ziggurat.pmtiles = (function () {
    'use strict';

    const { ArchiveError } = ziggurat.archiveFile;
    const { directory, gunzip, tileID } = ziggurat.pmtilesDirectory;

    const headerSize = 127;
    /**
     * The most directories on the way to a tile. The limit prevents endless loops in damaged files.
     */
    const maximumDepth = 4;
    const largestZoom = 26;
    /** The largest sizes after decompression, in bytes, because gzip compresses up to 1000 to 1. */
    const largestDirectory = 1 << 24;
    const largestTile = 1 << 28;
    /** The most directories that stay in memory. */
    const mostDirectories = 64;
    const types = [
        'application/octet-stream', 'application/vnd.mapbox-vector-tile', 'image/png', 'image/jpeg',
        'image/webp', 'image/avif',
    ];

    class PMTilesArchive {
        /**
         * @param {Reader} reader
         * @param {Uint8Array} head The beginning of the file.
         */
        constructor(reader, head) {
            this.kind = 'pmtiles';
            this.reader = reader;
            const view = new DataView(head.buffer, head.byteOffset, head.length);
            if (head.length < headerSize || head[7] !== 3) {
                throw new ArchiveError('unsupported', `${reader.name} is not a PMTiles 3 archive.`);
            }
            const part = (/** @type {number} */ place) => {
                const [start, length] = [place, place + 8].map((each) =>
                    Number(view.getBigUint64(each, true)));
                if (reader.size !== undefined && start + length > reader.size) {
                    throw reader.truncated();
                }
                return { start, end: start + length };
            };
            this.root = part(8);
            this.metadataPart = part(24);
            this.leaves = part(40);
            this.tiles = part(56);
            this.compression = head[97];
            this.tileCompression = head[98];
            this.type = types[head[99]] ?? types[0];
            this.minZoom = head[100];
            this.maxZoom = head[101];
            if (this.compression > 2 || this.tileCompression > 2) {
                throw new ArchiveError('unsupported',
                    `The compression of ${reader.name} is unsupported; use gzip.`);
            }
            if (this.maxZoom > largestZoom || this.minZoom > this.maxZoom) {
                throw reader.damaged('header');
            }
            /**
             * The directories by offset; the most recently used directory is last.
             * @type {Map<number, Promise<DirectoryEntry[]>>}
             */
            this.directories = new Map();
        }

        /**
         * @param {Reader} reader
         * @param {Uint8Array} head The beginning of the file.
         */
        static async open(reader, head) {
            const archive = new PMTilesArchive(reader, head);
            const { start, end } = archive.root;
            // The first response contains the root directory, too.
            if (end <= head.length) {
                reader.keep(`${start}-${end}`, head.slice(start, end));
            }
            await archive.directory(start, end);
            return archive;
        }

        /**
         * @param {number} start
         * @param {number} end
         * @returns {Promise<DirectoryEntry[]>}
         */
        directory(start, end) {
            const loaded = this.directories.get(start)
                ?? this.unpacked(start, end, largestDirectory).then(directory).catch((error) => {
                    // After a lost connection, a directory is loaded again. A damaged directory is
                    // not.
                    if (error.reason === 'network') {
                        this.directories.delete(start);
                    }
                    throw error instanceof ArchiveError ? error : this.reader.damaged();
                });
            this.directories.delete(start);
            this.directories.set(start, loaded);
            const [oldest] = this.directories.keys();
            if (this.directories.size > mostDirectories) {
                this.directories.delete(oldest);
            }
            return loaded;
        }

        /**
         * Reads and decompresses a part of the file.
         * @param {number} start @param {number} end @param {number} limit
         */
        async unpacked(start, end, limit) {
            const bytes = await this.reader.read(start, end);
            return this.compression === 2 ? gunzip(bytes, limit) : bytes;
        }

        /** Returns the metadata, a JSON object. */
        async metadata() {
            const { start, end } = this.metadataPart;
            try {
                const bytes = start < end ? await this.unpacked(start, end, largestDirectory)
                    : new TextEncoder().encode('{}');
                const fields = JSON.parse(new TextDecoder().decode(bytes));
                if (typeof fields !== 'object' || fields === null) {
                    throw new TypeError('no object');
                }
                return fields;
            } catch (error) {
                throw error instanceof ArchiveError ? error : this.reader.damaged('metadata');
            }
        }

        /**
         * Returns the start and the end of a tile in the file; null if the tile does not exist.
         * @param {number} id
         */
        async find(id) {
            let { start, end } = this.root;
            for (let depth = 0; depth < maximumDepth; depth += 1) {
                const entries = await this.directory(start, end);
                let [low, high] = [0, entries.length];
                while (low < high) {
                    const middle = (low + high) >> 1;
                    if (entries[middle].id <= id) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                const entry = entries[low - 1];
                if (!entry || entry.run > 0 && id >= entry.id + entry.run) {
                    return null;
                }
                const base = entry.run > 0 ? this.tiles : this.leaves;
                start = base.start + entry.offset;
                end = start + entry.length;
                if (end > base.end) {
                    throw this.reader.damaged();
                }
                if (entry.run > 0) {
                    return { start, end };
                }
            }
            throw this.reader.damaged();
        }

        /**
         * Returns a tile; null if the tile does not exist.
         *
         * @param {number} z @param {number} x @param {number} y
         * @param {{ signal?: AbortSignal }} [options]
         */
        async tile(z, x, y, options) {
            const side = 2 ** z;
            if (z < 0 || z > largestZoom || x < 0 || y < 0 || x >= side || y >= side) {
                return null;
            }
            const place = await this.find(tileID(z, x, y));
            if (!place) {
                return null;
            }
            const { reader } = this;
            const bytes = await reader.read(place.start, place.end, options?.signal);
            try {
                return new Blob(
                    [this.tileCompression === 2 ? await gunzip(bytes, largestTile) : bytes],
                    { type: this.type });
            } catch {
                throw reader.damaged('tile');
            }
        }

        /** Returns the size, tile size and levels of the image; for a map, of the square world. */
        async image() {
            const { minZoom, maxZoom } = this;
            const fields = await this.metadata();
            const tileSize = fields.tile_size > 0 ? Number(fields.tile_size) : 256;
            const [width, height] = [Number(fields.image_width), Number(fields.image_height)];
            const isMap = !(width > 0 && height > 0);
            const side = tileSize * 2 ** maxZoom;
            return {
                width: isMap ? side : width, height: isMap ? side : height, tileSize, overlap: 0,
                minLevel: minZoom, maxLevel: maxZoom, isMap,
            };
        }
    }

    ziggurat.readers.register({
        kind: 'pmtiles', needsHead: true,
        matches: (head) => new TextDecoder().decode(head.subarray(0, 7)) === 'PMTiles',
        open: PMTilesArchive.open,
    });

    return { PMTilesArchive };
})();

// needs: archive/file.js, archive/ranges.js
/**
 * Opens archives and shows their tiles. The readers of formats run after this script and register
 * themselves. A page contains only the reader of its own archive.
 *
 * @typedef {InstanceType<typeof ziggurat.pmtiles.PMTilesArchive>
 *     | InstanceType<typeof ziggurat.tiff.TIFFArchive>
 *     | InstanceType<typeof ziggurat.zip.ZIPArchive>} TileArchive
 *
 * @typedef {InstanceType<typeof ziggurat.ranges.RangeReader>} Reader
 *
 * @typedef {object} ArchiveFormat
 * @property {string} kind `pmtiles`, `tiff` or `zip`.
 * @property {boolean} needsHead Whether the reader needs the beginning of the file first.
 * @property {(head: Uint8Array) => boolean} matches Returns whether the beginning of a file has
 *     this format.
 * @property {(reader: Reader, head: Uint8Array) => Promise<TileArchive>} open
 */
ziggurat.readers = (function () {
    'use strict';

    const { ArchiveError } = ziggurat.archiveFile;

    /** The number of bytes that contain the header and the root directory of a PMTiles archive. */
    const headSize = 16_384;
    /** @type {ArchiveFormat[]} */
    const formats = [];

    /** @param {ArchiveFormat} format */
    const register = (format) => formats.push(format);

    /** @param {string} kind */
    const reads = (kind) => formats.some((format) => format.kind === kind);

    /**
     * Opens an archive.
     *
     * @param {string | Blob} source An address, or a file that the visitor chose.
     * @param {{ size?: number, kind?: string }} [options] `size`: the size of the file in bytes, if
     *     known; another size is an error. `kind`: if it is `zip`, no request is needed to detect
     *     the format.
     * @returns {Promise<TileArchive>} Fails with an `ArchiveError`; see file.js.
     */
    async function open(source, options) {
        if (typeof source === 'string' && new URL(source, document.baseURI).protocol === 'file:') {
            throw new ArchiveError('disk', 'Pages from the disk cannot read other files.');
        }
        const reader = new ziggurat.ranges.RangeReader(source, options?.size);
        const known = formats.find(({ kind, needsHead }) => kind === options?.kind && !needsHead);
        if (known && reader.size !== undefined) {
            return known.open(reader, new Uint8Array(0));
        }
        const head = await reader.read(0, Math.min(headSize, reader.size ?? headSize));
        const format = formats.find(({ matches }) => matches(head));
        if (!format) {
            throw new ArchiveError('unsupported', `${reader.name} is in an unsupported format.`);
        }
        return format.open(reader, head);
    }

    /**
     * Loads a tile into an image.
     *
     * @param {Promise<Blob | null>} tile
     * @param {HTMLImageElement} image
     * @returns {Promise<HTMLImageElement>}
     */
    async function draw(tile, image) {
        const blob = await tile;
        if (!blob) {
            throw new ArchiveError('missing', 'The tile does not exist.');
        }
        const address = URL.createObjectURL(blob);
        try {
            image.src = address;
            await new Promise((resolve, reject) => {
                image.onload = resolve;
                image.onerror = () => reject(new ArchiveError('damaged', 'A tile is damaged.'));
            });
        } finally {
            URL.revokeObjectURL(address);
        }
        return image;
    }

    /**
     * Returns the functions of an OpenSeadragon tile source that load and abort tiles.
     *
     * @param {(z: number, x: number, y: number, options: { signal: AbortSignal })
     *     => Promise<Blob | null>} load
     */
    const downloads = (load) => ({
        /** @param {OpenSeadragon.ImageJob} job */
        downloadTileStart(job) {
            const { level, x, y } = job.tile;
            const controller = new AbortController();
            job.userData.abort = () => controller.abort();
            draw(load(level, x, y, controller), new Image()).then(
                (image) => job.finish(image, null, 'image'),
                (error) => controller.signal.aborted || job.fail(error.message, null));
        },
        /** @param {OpenSeadragon.ImageJob} job */
        downloadTileAbort(job) {
            job.userData.abort?.();
        },
    });

    return { downloads, draw, open, reads, register };
})();

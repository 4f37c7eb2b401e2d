// needs: head/text.js, tiles/paths.js, archive/readers.js
/**
 * The archive that contains the tiles of a page: a PMTiles, ZIP, SZI or TIFF file beside the page.
 *
 * @typedef {object} Archive
 * @property {string} file The path of the file relative to the page.
 * @property {string} kind `pmtiles`, `tiff` or `zip`.
 * @property {number} size The size in bytes.
 * @property {string} [script] The script by which pages of other authors read the archive.
 */
ziggurat.archive = (function () {
    'use strict';

    const { text } = ziggurat;

    /**
     * The opened archives, by address.
     * @type {Map<string, Promise<TileArchive>>}
     */
    const archives = new Map();
    /**
     * Messages for archives whose tiles cannot be shown, by address.
     * @type {Map<string, string>}
     */
    const failures = new Map();
    /**
     * The archive for which the visitor has to choose a file.
     * @type {{ address: string, panel: HTMLElement } | undefined}
     */
    let choice;

    /**
     * Messages for visitors, by the reason of an error.
     * @type {Record<string, ((file: string) => string) | undefined>}
     */
    const explanations = {
        missing: (file) => text('{file} was not found on the web server.', { file }),
        denied: (file) => text('The web server denies access to {file}.', { file }),
        network: (file) => text('{file} cannot be loaded.', { file }),
        ranges: (file) => text('The web server does not send parts of {file}.', { file }),
        changed: (file) => text('{file} was replaced by another file.', { file }),
        truncated: (file) => text('{file} is truncated.', { file }),
        damaged: (file) => text('{file} is damaged.', { file }),
        compressed: (file) => text('{file} is in an unsupported format.', { file }),
        unsupported: (file) => text('{file} is in an unsupported format.', { file }),
    };

    /**
     * Gives an error a message in the language of the page. In English, the message stays
     * unchanged, because it has more details.
     * @param {Error & { reason?: string }} error
     * @param {string} file
     */
    function translated(error, file) {
        const explain = explanations[error.reason ?? ''];
        if (explain && !document.documentElement.lang.startsWith('en')) {
            error.message = explain(file.split('/').pop() ?? '');
        }
        if (error.reason === 'ranges') {
            const advice = text(
                'A small version is shown; the whole image needs a web server with range requests.');
            error.message += ` ${advice}`;
        }
        return error;
    }

    /** @param {Archive} archive @param {string} base */
    const addressOf = ({ file }, base) => ziggurat.paths.address(base + file);

    /**
     * Opens the archive of an image.
     *
     * @param {Pyramid} pyramid
     * @param {string} [base] The path of the image's bundle relative to the page, with a slash.
     * @returns {Promise<TileArchive>}
     */
    function open({ archive }, base = '') {
        if (!archive) {
            return Promise.reject(new Error('no archive'));
        }
        const address = addressOf(archive, base);
        let opened = archives.get(address);
        if (!opened) {
            opened = location.protocol === 'file:' ? choose(archive, address)
                : ziggurat.readers.open(address, archive);
            opened.catch((error) => {
                if (translated(error, archive.file).reason === 'network') {
                    archives.delete(address);
                }
            });
            archives.set(address, opened);
        }
        return opened;
    }

    /**
     * Asks the visitor to choose the archive, because a page from the disk cannot read it.
     *
     * @param {Archive} archive
     * @param {string} address
     * @returns {Promise<TileArchive>}
     */
    function choose({ file, size }, address) {
        const name = file.split('/').pop() ?? '';
        const panel = document.createElement('div');
        panel.id = 'choice';
        panel.className = 'message';
        panel.style.bottom = '50%';
        const line = document.createElement('p');
        line.setAttribute('role', 'status');
        line.style.margin = '0 0 8px';
        line.textContent = text(
            'A page opened from the disk can show {file} only if you choose it.', { file: name });
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = text('Choose {file}', { file: name });
        const input = document.createElement('input');
        input.type = 'file';
        input.hidden = true;
        button.addEventListener('click', () => input.click());
        panel.append(line, button, input);
        document.getElementById('stage')?.append(panel);
        choice = { address, panel };
        return new Promise((resolve) => {
            input.addEventListener('change', async () => {
                const [chosen] = input.files ?? [];
                try {
                    if (!chosen) {
                        return;
                    }
                    if (chosen.size !== size) {
                        throw new Error(text(
                            'Wrong file: {chosen} has {own} bytes, {file} has {expected}.', {
                                chosen: chosen.name, own: chosen.size, file: name, expected: size,
                            }));
                    }
                    resolve(await ziggurat.readers.open(chosen));
                    panel.remove();
                    choice = undefined;
                } catch (error) {
                    line.textContent = /** @type {Error} */ (error).message;
                }
            });
        });
    }

    /** Removes the button that chooses a file, because the page shows another image. */
    function cancelChoice() {
        if (choice) {
            choice.panel.remove();
            archives.delete(choice.address);
            choice = undefined;
        }
    }

    /**
     * Returns a tile; null if it does not exist.
     *
     * @param {Pyramid} pyramid
     * @param {string} base
     * @param {number} index The index of the level in `levels`.
     * @param {number} column
     * @param {number} row
     * @param {{ signal?: AbortSignal }} [options]
     */
    async function tile(pyramid, base, index, column, row, options) {
        const archive = await open(pyramid, base);
        try {
            // The levels of a TIFF file have no numbers: the first level is the smallest level in
            // the file.
            const z = archive.kind === 'tiff' ? index : pyramid.levels[index].z ?? index;
            return await ('file' in archive
                ? archive.file(ziggurat.paths.tilePath(pyramid, index, column, row) ?? '', options)
                : archive.tile(z, column, row, options));
        } catch (error) {
            const failed = /** @type {Error & { reason?: string }} */ (error);
            if (failed.reason && failed.reason !== 'network' && pyramid.archive) {
                const { message } = translated(failed, pyramid.archive.file);
                failures.set(addressOf(pyramid.archive, base), message);
            }
            throw error;
        }
    }

    /**
     * Returns the functions of an OpenSeadragon tile source that load and abort tiles.
     *
     * @param {Pyramid} pyramid
     * @param {string} base
     */
    const downloads = (pyramid, base) => ziggurat.readers.downloads(
        (index, column, row, options) => tile(pyramid, base, index, column, row, options));

    /**
     * Requests all tiles of a level ahead. The tiles stay in the reader's cache.
     *
     * @param {Pyramid} pyramid
     * @param {number} index The index of the level in `levels`.
     */
    function prepare(pyramid, index) {
        const { columns, rows } = pyramid.levels[index];
        open(pyramid).then(() => {
            for (let place = 0; place < columns * rows; place += 1) {
                tile(pyramid, '', index, place % columns, Math.floor(place / columns))
                    .catch(() => {});
            }
        }, () => {});
    }

    /**
     * Returns the reason why tiles cannot be shown; empty if the reason is unknown.
     *
     * @param {Pyramid} pyramid
     * @param {string} base
     */
    const failure = ({ archive }, base) =>
        (archive && failures.get(addressOf(archive, base))) ?? '';

    return {
        cancelChoice, downloads, failure, open, prepare, reads: ziggurat.readers.reads, tile,
    };
})();

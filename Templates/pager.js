/**
 * The pictures of the destination, one after the other: which there are stands in pictures.js at
 * its root, what a page needs to know of each in its bundle's viewer/picture.js. Both are scripts,
 * because a page opened from the disk may read nothing else; both may be missing.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @typedef {object} Listed A picture of the destination. Paths are relative to its root.
 * @property {string} name
 * @property {string} title
 * @property {string} [thumbnail]
 * @property {{ layout: string, path: string }[]} pages
 */
const zigguratPager = (function () {
    'use strict';

    /** Tiles of a neighbour that are worth fetching before somebody asks for it. */
    const mostTiles = 40;

    /**
     * Whether the page still lies where it was exported to; what is beside it is then known.
     * @param {{ path: string } | undefined} place
     */
    function isInPlace(place) {
        let folder = location.pathname.replace(/[^/]*$/, '');
        try {
            folder = decodeURIComponent(folder);
        } catch {
            return false;
        }
        return place !== undefined && folder.endsWith(`/${place.path}/`);
    }

    /**
     * Runs a script of the destination.
     * @param {string} source
     * @returns {Promise<void>}
     */
    function load(source) {
        return new Promise((resolve, reject) => {
            const script = document.createElement('script');
            script.src = source;
            script.onload = () => resolve();
            script.onerror = () => reject(new Error(`${source} cannot be loaded`));
            document.head.append(script);
            script.remove();
        });
    }

    /**
     * @param {Config['place']} place Where the page lies: see PageDescription.Place.
     * @param {Config} own The page's own configuration.
     * @param {(config: Config) => number} firstLevel What a picture is drawn from at first.
     */
    return function (place, own, firstLevel) {
        const { address, fetchLevel } = zigguratPaths;
        const { root, script } = place ?? { root: '', script: '' };
        /** @type {Listed[]} */
        let pictures = [];
        /** The number of the page's own picture, from 1. */
        let ownNumber = 0;
        /** @type {Map<number, Promise<Config>>} */
        const known = new Map();

        /** @type {Promise<Listed[]> | undefined} */
        let listing;
        /** The pictures of the destination; none where there is no list or the page is not in it. */
        function list() {
            listing ??= (isInPlace(place) ? load(address(`${root}pictures.js`))
                : Promise.reject(new Error('the page was moved'))).then(() => {
                const all = window.zigguratPictures ?? [];
                pictures = all.filter((picture) => picture.pages.length > 0);
                ownNumber = pictures.findIndex((picture) => picture.name === own.name) + 1;
                pictures = ownNumber ? pictures : [];
                return pictures;
            }).catch(() => []);
            return listing;
        }

        /**
         * The bundle's folder of a picture, relative to the page: of the same layout, if there is.
         * @param {number} number
         */
        function base(number) {
            const { pages } = pictures[number - 1];
            const page = pages.find((each) => each.layout === own.layout) ?? pages[0];
            return root + page.path.replace(/[^/]*$/, '');
        }

        /**
         * What is to be shown of a picture; fails where only its own page can.
         * @param {number} number
         * @returns {Promise<{ config: Config, base: string, number: number }>}
         */
        function picture(number) {
            if (number === ownNumber || number === 0) {
                return Promise.resolve({ config: own, base: '', number: 0 });
            }
            const folder = base(number);
            let config = known.get(number);
            if (!config) {
                config = load(address(folder + script)).then(() => {
                    const found = window.zigguratPicture;
                    delete window.zigguratPicture;
                    if (!found) {
                        throw new Error(`${folder} has no picture`);
                    }
                    return found;
                });
                known.set(number, config);
            }
            return config.then((found) => ({ config: found, base: folder, number }));
        }

        /**
         * Loads the first tiles of a picture, so that they are there when it is turned to.
         * @param {number} number
         */
        async function prepare(number) {
            const { config, base: folder } = await picture(number);
            const index = Math.max(firstLevel(config), 0);
            const { columns, rows } = config.levels[index];
            if (columns * rows <= mostTiles) {
                fetchLevel(config, index, folder);
            }
        }

        return {
            base, list, picture, prepare,
            /** Whether an address names a picture that is known to be there. */
            has: (/** @type {number} */ named) =>
                Number.isInteger(named) && named >= 0 && named <= pictures.length,
            /** The number of a picture that an address names, from 1; 0 there is the page's own. */
            number: (/** @type {number} */ named) => named || ownNumber,
            /** The address of a picture's thumbnail. */
            thumbnail: (/** @type {Listed} */ listed) =>
                address(root + (listed.thumbnail ?? '')),
            isInPlace: isInPlace(place),
        };
    };
})();

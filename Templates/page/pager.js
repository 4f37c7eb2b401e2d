// needs: tiles/paths.js, page/about.js, page/load.js, tiles/formats.js?
/**
 * The images of the destination. The script pictures.js at the destination's root lists them. In a
 * bundle, viewer/picture.js contains the configuration of an image. Both files are scripts, because
 * a page from the disk cannot load other files. Both files may be missing.
 *
 * @typedef {object} Listed An image of the destination. Paths are relative to the destination's
 *     root.
 * @property {string} name
 * @property {string} title
 * @property {Record<string, string>} [titles] The titles in further languages.
 * @property {string} [language] The language of the title.
 * @property {string} [thumbnail]
 * @property {{ layout: string, path: string }[]} pages
 */
ziggurat.pager = (function () {
    'use strict';

    /** The most tiles of an adjacent image that are loaded ahead. */
    const mostTiles = 40;

    /**
     * Returns whether the page is still in its destination, so that the files beside it exist.
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
     * @param {Config['place']} place The position of the page in its destination.
     * @param {Config} own The page's own configuration.
     * @param {(config: Config) => number} firstLevel Returns the level of the first view.
     */
    return function (place, own, firstLevel) {
        const { address, fetchLevel } = ziggurat.paths;
        const load = ziggurat.load.script;
        const { root, script } = place ?? { root: '', script: '' };
        const listAddress = address(`${root}pictures.js`);
        /** @type {Listed[]} */
        let pictures = [];
        /** The number of the page's own image, from 1. */
        let ownNumber = 0;
        const choose = (/** @type {Config} */ config) =>
            ziggurat.formats?.chosen(config) ?? config;
        /** @type {Map<number, Promise<Config>>} */
        const known = new Map();

        /** Reads the loaded list; ignores a list without this page. */
        function readList() {
            const all = window.zigguratPictures ?? [];
            pictures = all.filter((picture) => picture.pages.length > 0).map((picture) => {
                const { titles = {}, language } = picture;
                const best = ziggurat.about.bestLanguage(Object.keys(titles), language);
                return best === undefined ? picture : { ...picture, title: titles[best] };
            });
            // A book's page is in the folder of the list, and shows the first image of the list.
            ownNumber = pictures.findIndex(({ name }) => (
                root === '' ? name === own.name : place?.path.startsWith(`${name}/`))) + 1;
            pictures = ownNumber ? pictures : [];
        }

        /** @type {Promise<Listed[]> | undefined} */
        let listing;
        /**
         * Returns the images of the destination; empty if the list is missing or lacks this page.
         */
        function list() {
            listing ??= (isInPlace(place) ? load(listAddress)
                : Promise.reject(new Error('page was moved'))).then(() => {
                readList();
                // The browser's cache can contain a list that is older than the page.
                return ownNumber || location.protocol === 'file:' ? undefined
                    : load(`${listAddress}?${Date.now()}`).then(readList);
            }).then(() => pictures).catch(() => []);
            return listing;
        }

        /**
         * Returns the path of an image's bundle relative to the page; a bundle with the page's
         * layout if it exists.
         * @param {number} number
         */
        function base(number) {
            const { pages } = pictures[number - 1];
            const page = pages.find((each) => each.layout === own.layout) ?? pages[0];
            return root + page.path.replace(/[^/]*$/, '');
        }

        /**
         * Returns the configuration of an image. Fails if only the image's own page can show it.
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
                        throw new Error(`no configuration in ${folder}`);
                    }
                    return choose(found);
                });
                known.set(number, config);
                // After a failure, the next call tries again.
                config.catch(() => known.delete(number));
            }
            return config.then((found) => ({ config: found, base: folder, number }));
        }

        /**
         * Loads the tiles of an image's first view ahead.
         * @param {number} number
         */
        async function prepare(number) {
            const { config, base: folder } = await picture(number);
            const index = Math.max(firstLevel(config), 0);
            const { columns, rows } = config.levels[index];
            if (columns * rows <= mostTiles && !config.archive) {
                fetchLevel(config, index, folder);
            }
        }

        return {
            base, list, picture, prepare,
            /** Returns whether the image with a number in an address exists. */
            has: (/** @type {number} */ named) =>
                Number.isInteger(named) && named >= 0 && named <= pictures.length,
            /**
             * Returns the image with a name; undefined before the list has loaded.
             * @param {string} name
             */
            find(name) {
                const index = pictures.findIndex((each) => each.name === name);
                return index < 0 ? undefined : { number: index + 1, title: pictures[index].title };
            },
            /**
             * Returns the number of an image, from 1. In an address, 0 stands for the page's own
             * image.
             */
            number: (/** @type {number} */ named) => named || ownNumber,
            /** Returns the address of a thumbnail. */
            thumbnail: (/** @type {Listed} */ listed) =>
                address(root + (listed.thumbnail ?? '')),
            title: (/** @type {number} */ number) => pictures[number - 1].title,
            /**
             * Returns whether the files of an image exist. The check loads the thumbnail, because a
             * page from the disk can load only images and scripts.
             * @param {number} number
             * @returns {Promise<boolean>}
             */
            isThere: (number) => new Promise((resolve) => {
                const { thumbnail } = pictures[number - 1];
                const image = new Image();
                image.onload = () => resolve(true);
                image.onerror = () => resolve(false);
                image.src = address(root + (thumbnail ?? ''));
            }),
            /**
             * The address of the index page of all images or books; empty if this page is in no
             * list.
             */
            get gallery() {
                const { gallery } = window.zigguratBook ?? {};
                if (gallery) {
                    return address(root + gallery);
                }
                return pictures.length > 1 ? `${address(root)}index.html` : '';
            },
            isInPlace: isInPlace(place),
        };
    };
})();

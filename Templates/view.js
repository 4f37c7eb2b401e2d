/**
 * The part of the picture that is seen, and the address that restores it:
 * #page=2&xywh=x,y,w,h in pixels of the picture, as in the W3C's Media Fragments; page counts the
 * pictures of the destination and is missing for the page's own. &rotate=90 and &flip=1 are our own.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @typedef {object} Page What the parts of the script share; window.ziggurat.
 * @property {any} viewer OpenSeadragon's.
 * @property {any} config What is known of the picture that is shown.
 * @property {string} base The address of its bundle relative to the page; '' for the page's own.
 * @property {number} number Its place in the destination, from 1; 0 for the page's own picture.
 * @property {Promise<void>} ready Kept when the first view is completely drawn.
 */
(function () {
    'use strict';

    /**
     * Whether the whole picture is seen, as large as it fits.
     * @param {any} viewport
     */
    function isHome(viewport) {
        const home = viewport.getHomeBoundsNoRotate();
        const view = viewport.getBoundsNoRotate();
        return ['x', 'y', 'width', 'height'].every((side) =>
            Math.abs(home[side] - view[side]) < home.width * 1e-6);
    }

    /**
     * @param {string} text `x,y,w,h`, `pixel:x,y,w,h` or `percent:x,y,w,h`.
     * @param {{ width: number, height: number }} config
     * @returns The region within the picture, or null where there is none.
     */
    function regionFrom(text, config) {
        const number = '(\\d+(?:\\.\\d+)?)';
        const match = text.match(`^(pixel:|percent:)?${number},${number},${number},${number}$`);
        if (!match) {
            return null;
        }
        const percent = match[1] === 'percent:';
        const [x, y, width, height] = match.slice(2).map((value, index) =>
            Number(value) * (percent ? (index % 2 ? config.height : config.width) / 100 : 1));
        const inside = x < config.width && y < config.height && width > 0 && height > 0;
        return inside ? new OpenSeadragon.Rect(
            x, y, Math.min(width, config.width - x), Math.min(height, config.height - y)) : null;
    }

    /**
     * Where the picture is on the screen: the matrix, as in CSS, from its pixels to those of the
     * viewer's element; null before there is a picture.
     * @param {Page} page
     * @returns {number[] | null}
     */
    function matrix({ viewer, config }) {
        const image = viewer.world.getItemAt(0);
        if (!image) {
            return null;
        }
        const corner = (/** @type {number} */ x, /** @type {number} */ y) => {
            const point = viewer.viewport.pixelFromPoint(
                image.imageToViewportCoordinates(x, y, true), true);
            if (viewer.viewport.getFlip()) {
                point.x = viewer.viewport.getContainerSize().x - point.x;
            }
            return point;
        };
        const origin = corner(0, 0);
        const right = corner(config.width, 0).minus(origin).divide(config.width);
        const down = corner(0, config.height).minus(origin).divide(config.height);
        return [right.x, right.y, down.x, down.y, origin.x, origin.y];
    }

    /**
     * Writes the view to the address when it comes to rest, and follows the address when it is
     * changed. The picture stays fitted when the window changes.
     *
     * @param {Page} page
     * @param {(number: number) => boolean} turn Shows another picture of the destination, after
     *     which restore is called; says whether that was necessary and possible.
     */
    function follow(page, turn) {
        const viewer = page.viewer;
        const viewport = viewer.viewport;

        /** What the viewport was when it was last written to the address or read from it. */
        let known = '';
        /** Whether the whole picture was seen then; it should stay so when the window changes. */
        let fitted = true;
        /** Whether the next view is a new entry in the browser's history. */
        let leaping = false;
        let timer = 0;
        viewer.addHandler('after-resize', () => {
            if (fitted) {
                // OpenSeadragon itself changes the view once more when its handlers are done.
                queueMicrotask(() => viewport.goHome(true));
            }
        });
        for (const name of ['animation-finish', 'rotate', 'flip', 'after-resize']) {
            viewer.addHandler(name, () => {
                window.clearTimeout(timer);
                timer = window.setTimeout(write, 250);
            });
        }
        window.addEventListener('hashchange', () => {
            const number = Number(new URLSearchParams(location.hash.slice(1)).get('page') ?? 0);
            if (!turn(number)) {
                restore();
            }
        });

        function key() {
            const bounds = viewport.getBoundsNoRotate();
            return [page.number, bounds, viewport.getRotation(), viewport.getFlip()].join();
        }

        /** The view as an address has it; empty for the whole picture as it is. */
        function view() {
            const { config } = page;
            const image = viewer.world.getItemAt(0);
            const degrees = OpenSeadragon.positiveModulo(Math.round(viewport.getRotation()), 360);
            const changes = (degrees ? `&rotate=${degrees}` : '')
                + (viewport.getFlip() ? '&flip=1' : '');
            if (!image || (isHome(viewport) && !changes)) {
                return '';
            }
            const view = image.viewportToImageRectangle(viewport.getBounds()).getBoundingBox();
            const left = Math.max(Math.round(view.x), 0);
            const top = Math.max(Math.round(view.y), 0);
            const right = Math.min(Math.round(view.x + view.width), config.width);
            const bottom = Math.min(Math.round(view.y + view.height), config.height);
            const size = [Math.max(right - left, 1), Math.max(bottom - top, 1)];
            return `xywh=${left},${top},${size.join()}${changes}`;
        }

        function write() {
            window.clearTimeout(timer);
            const isNew = leaping;
            leaping = false;
            if (!viewer.world.getItemAt(0) || key() === known) {
                return;
            }
            known = key();
            fitted = isHome(viewport);
            const parts = [page.number ? `page=${page.number}` : '', view()].filter(Boolean);
            const address = parts.length ? `#${parts.join('&')}`
                : location.pathname + location.search;
            history[isNew ? 'pushState' : 'replaceState'](history.state, '', address);
        }

        /** To be called before the view changes to something that one may want to go back from. */
        function leap() {
            write();
            leaping = true;
        }

        /** Shows what the address says of the picture that is there. */
        function restore() {
            const image = viewer.world.getItemAt(0);
            if (!image) {
                return;
            }
            const values = new URLSearchParams(location.hash.slice(1));
            const degrees = Number(values.get('rotate'));
            viewport.setRotation(degrees % 90 === 0 ? degrees : 0, true);
            viewport.setFlip(values.get('flip') === '1');
            const region = regionFrom(values.get('xywh') ?? '', page.config);
            if (region) {
                viewport.fitBounds(image.imageToViewportRectangle(region), true);
                viewport.applyConstraints(true);
            } else {
                viewport.goHome(true);
            }
            known = key();
            fitted = isHome(viewport);
            leaping = false;
        }

        return { leap, restore, view, write };
    }

    window.zigguratView = { follow, isHome, matrix };
})();

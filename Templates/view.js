/**
 * The view, and the address that restores it: #page=2&xywh=x,y,w,h in image pixels, as in the W3C's
 * Media Fragments. `page` counts the images of the destination and is missing for the page's own;
 * &rotate=90 and &flip=1 are additions, and so is at=x,y,zoom, which is only read: a point in the
 * middle and the zoom, 1 for actual pixels.
 *
 * @typedef {object} Box A region of the image, in its pixels.
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Lens The viewer, with either library.
 * @property {any} viewer The library's own object.
 * @property {EventTarget} events `move`: the image moved. `rest`: the movement ended, or the image
 *     was rotated. `resize`: the window has another size. `missing`: a tile cannot be loaded;
 *     `found`: after another request, it can. `shown`: an image is completely drawn. `failure`: it
 *     cannot be shown; see Page.
 * @property {boolean} needsUnderlay Whether the library shows bare background before larger parts of
 *     the image arrive.
 * @property {(config: Config) => boolean} canShow Whether the library can show an image.
 * @property {(config: Config, base: string, arrive: () => void) => Promise<void>} show Shows another
 *     image. `arrive` is called once or twice, before it is drawn; the promise is fulfilled when it is
 *     completely drawn, and never if another image replaced it.
 * @property {(config: Config) => number} firstLevel The level that shows the whole image.
 * @property {() => number[] | null} matrix The position of the image: the matrix, as in CSS, from
 *     its pixels to those of the viewer's element; null without an image.
 * @property {() => Box} region The view at the end of the movement. It may extend beyond the
 *     image.
 * @property {() => boolean} isHome Whether the whole image fits the view.
 * @property {(atOnce?: boolean) => void} goHome
 * @property {(region: Box, atOnce?: boolean) => void} fit
 * @property {() => void} showActualPixels One image pixel for each pixel of the screen.
 * @property {(factor: number) => void} zoomBy
 * @property {(factor: number, x: number, y: number) => void} [zoomAt] Around a point of the viewer's
 *     element, for each event of the wheel; missing if the library has such a handler.
 * @property {(isOn: boolean) => void} letFingersMove Whether one finger moves the image.
 * @property {(right: number, down: number) => void} moveBy In parts of the visible view.
 * @property {() => number} rotation In degrees, clockwise; 0 if the library cannot rotate.
 * @property {() => boolean} isFlipped
 * @property {(degrees: number) => void} [rotateBy] Clockwise on the screen. Like the next two, missing
 *     if the library cannot rotate.
 * @property {() => void} [flip]
 * @property {(degrees: number, isFlipped: boolean) => void} [turnTo] At once.
 * @property {() => (Box & { level: number, column: number, row: number })[]} tiles The visible
 *     tiles.
 *
 * @typedef {object} ViewState Values that a page adds to its address.
 * @property {() => string[]} parts Pairs such as `mode=side`; those of the first view are missing.
 * @property {(values: URLSearchParams) => void} restore
 *
 * @typedef {object} Page The values that the scripts share; window.ziggurat.
 * @property {Lens} lens
 * @property {any} viewer OpenSeadragon's viewer or Leaflet's map.
 * @property {Config} config The configuration of the current image.
 * @property {string} base The path of its bundle relative to the page; empty for the page's own.
 * @property {number} number Its number in the destination, from 1; 0 for the page's own.
 * @property {Promise<void>} ready Fulfilled when the first view is completely drawn.
 * @property {() => Plane[]} [planes] The other images of a comparison, or those of its layers.
 * @property {string} [failure] Why an image cannot be shown.
 */
const zigguratView = (function () {
    'use strict';

    /**
     * @param {string} text `x,y,w,h`, `pixel:x,y,w,h` or `percent:x,y,w,h`.
     * @param {{ width: number, height: number }} config
     * @returns {Box | null} The region inside the image; null if it has none.
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
        return inside ? {
            x, y, width: Math.min(width, config.width - x), height: Math.min(height, config.height - y),
        } : null;
    }

    /**
     * Returns the region that an address names; null if it names none.
     * @param {URLSearchParams} values
     * @param {Page} page
     * @returns {Box | null}
     */
    function regionIn(values, { config, lens }) {
        const box = regionFrom(values.get('xywh') ?? '', config);
        const [x, y, zoom] = (values.get('at') ?? '').split(',').map(Number);
        if (box || !(x <= config.width && y <= config.height)) {
            return box;
        }
        const seen = lens.region();
        // The diagonals, because the sides change places if the image is rotated.
        const scale = Math.hypot(innerWidth, innerHeight) / Math.hypot(seen.width, seen.height);
        const factor = zoom > 0 ? scale * window.devicePixelRatio / zoom : 1;
        const [width, height] = [seen.width * factor, seen.height * factor];
        return { x: x - width / 2, y: y - height / 2, width, height };
    }

    /**
     * Writes the view to the address after each movement, and follows changes of the address. The
     * image stays fitted when the window is resized.
     *
     * @param {Page} page
     * @param {(number: number) => boolean} turn Shows another image and then calls restore;
     *     returns false if the image is shown already or unknown.
     * @param {ViewState} [state] Other values of the address.
     */
    function follow(page, turn, state = { parts: () => [], restore: () => {} }) {
        const { lens } = page;

        /** The view that was last written to the address or read from it. */
        let known = '';
        /** The hash at that time. */
        let hash = location.hash;
        /** Whether it showed the whole image, which then stays fitted. */
        let fitted = true;
        /** Whether the next view is a new entry in the browser's history. */
        let leaping = false;
        let timer = 0;

        function writeSoon() {
            window.clearTimeout(timer);
            timer = window.setTimeout(write, 250);
        }
        lens.events.addEventListener('rest', writeSoon);
        lens.events.addEventListener('resize', () => {
            if (fitted) {
                lens.goHome(true);
            }
            writeSoon();
        });
        window.addEventListener('hashchange', () => {
            const number = Number(new URLSearchParams(location.hash.slice(1)).get('page') ?? 0);
            if (!turn(number)) {
                restore();
            }
        });

        function key() {
            const { x, y, width, height } = lens.region();
            return [page.number, x, y, width, height, lens.rotation(), lens.isFlipped(),
                ...state.parts()].join();
        }

        /** The view in the form of the address; empty for the first one. */
        function view() {
            const { config } = page;
            const degrees = lens.rotation();
            const changes = (degrees ? `&rotate=${degrees}` : '')
                + (lens.isFlipped() ? '&flip=1' : '');
            const others = state.parts().join('&');
            if (!lens.matrix() || (lens.isHome() && !changes && !beginning())) {
                return others;
            }
            const { x, y, width, height } = lens.region();
            const left = Math.max(Math.round(x), 0);
            const top = Math.max(Math.round(y), 0);
            const right = Math.min(Math.round(x + width), config.width);
            const bottom = Math.min(Math.round(y + height), config.height);
            const size = [Math.max(right - left, 1), Math.max(bottom - top, 1)];
            return `xywh=${left},${top},${size.join()}${changes}${others && '&'}${others}`;
        }

        function write() {
            window.clearTimeout(timer);
            const isNew = leaping;
            leaping = false;
            // If the visitor changed the address, its event comes next and must find it unchanged.
            if (!lens.matrix() || key() === known || location.hash !== hash) {
                return;
            }
            known = key();
            fitted = lens.isHome();
            const parts = [page.number ? `page=${page.number}` : '', view()].filter(Boolean);
            const address = parts.length ? `#${parts.join('&')}`
                : location.pathname + location.search;
            history[isNew ? 'pushState' : 'replaceState'](history.state, '', address);
            hash = location.hash;
        }

        /** Called before a change of the view that the back button should undo. */
        function leap() {
            write();
            leaping = true;
        }

        /**
         * Returns the beginning of an image that would be a line on the screen, as a strip that
         * fills it; null for other images.
         */
        function beginning() {
            const { width, height } = page.config;
            const [scale] = lens.matrix() ?? [1];
            if (Math.max(width / height, height / width) < 20
                || Math.min(width, height) * scale > 64) {
                return null;
            }
            const all = lens.region();
            return width > height
                ? { x: 0, y: 0, width: height * all.width / all.height, height }
                : { x: 0, y: 0, width, height: width * all.height / all.width };
        }

        /** Shows the view in the address. */
        function restore() {
            hash = location.hash;
            if (!lens.matrix()) {
                return;
            }
            const values = new URLSearchParams(location.hash.slice(1));
            state.restore(values);
            const degrees = Number(values.get('rotate'));
            lens.turnTo?.(degrees % 90 === 0 ? degrees : 0, values.get('flip') === '1');
            lens.goHome(true);
            const first = regionIn(values, page) ?? beginning();
            if (first) {
                lens.fit(first, true);
            }
            known = key();
            fitted = lens.isHome();
            leaping = false;
        }

        return { leap, restore, view, write, writeSoon };
    }

    return { follow, regionIn };
})();

/**
 * The part of the picture that is seen, and the address that restores it:
 * #xywh=x,y,w,h in pixels of the picture, as in the W3C's Media Fragments; &rotate=90 and &flip=1
 * are our own.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
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
     * Writes the view to the address when it comes to rest, and follows the address when it is
     * changed. The picture stays fitted when the window changes.
     *
     * @param {any} viewer OpenSeadragon's.
     * @param {{ width: number, height: number }} config
     * @returns What restores the view from the address, to be called when the picture is open.
     */
    function follow(viewer, config) {
        const viewport = viewer.viewport;

        /** What the viewport was when it was last written to the address or read from it. */
        let known = '';
        /** Whether the whole picture was seen then; it should stay so when the window changes. */
        let fitted = true;
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
                timer = window.setTimeout(writeView, 250);
            });
        }
        window.addEventListener('hashchange', restoreView);

        function viewKey() {
            const bounds = viewport.getBoundsNoRotate();
            return [bounds, viewport.getRotation(), viewport.getFlip()].join();
        }

        function writeView() {
            const image = viewer.world.getItemAt(0);
            if (!image || viewKey() === known) {
                return;
            }
            known = viewKey();
            fitted = isHome(viewport);
            const degrees = OpenSeadragon.positiveModulo(Math.round(viewport.getRotation()), 360);
            const changes = (degrees ? `&rotate=${degrees}` : '')
                + (viewport.getFlip() ? '&flip=1' : '');
            let hash = '';
            if (!fitted || changes) {
                const view = image.viewportToImageRectangle(viewport.getBounds()).getBoundingBox();
                const left = Math.max(Math.round(view.x), 0);
                const top = Math.max(Math.round(view.y), 0);
                const right = Math.min(Math.round(view.x + view.width), config.width);
                const bottom = Math.min(Math.round(view.y + view.height), config.height);
                const size = [Math.max(right - left, 1), Math.max(bottom - top, 1)];
                hash = `#xywh=${left},${top},${size.join()}${changes}`;
            }
            history.replaceState(history.state, '', hash || location.pathname + location.search);
        }

        function restoreView() {
            const image = viewer.world.getItemAt(0);
            if (!image) {
                return;
            }
            const values = new URLSearchParams(location.hash.slice(1));
            const degrees = Number(values.get('rotate'));
            viewport.setRotation(degrees % 90 === 0 ? degrees : 0, true);
            viewport.setFlip(values.get('flip') === '1');
            const region = regionFrom(values.get('xywh') ?? '', config);
            if (region) {
                viewport.fitBounds(image.imageToViewportRectangle(region), true);
                viewport.applyConstraints(true);
            } else {
                viewport.goHome(true);
            }
            known = viewKey();
            fitted = isHome(viewport);
        }

        return restoreView;
    }

    window.zigguratView = { isHome, follow };
})();

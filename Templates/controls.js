/**
 * The buttons and keys of the page.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
(function () {
    'use strict';

    /**
     * Puts text where it can be pasted from; where the browser forbids that, fails.
     * @param {string} text
     */
    async function copy(text) {
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            const field = document.createElement('textarea');
            field.value = text;
            field.className = 'unseen';
            document.body.append(field);
            field.select();
            const done = document.execCommand('copy');
            field.remove();
            if (!done) {
                throw new Error('copying is not allowed');
            }
        }
    }

    /**
     * @param {import('./view.js').Page} page
     * @param {HTMLElement} stage What holds the picture and the buttons, and fills the screen.
     * @param {MediaQueryList} stillness Whether the person wants to see less motion.
     * @param {{ view: any, strip: any, toggleGrid: () => boolean, link: () => string,
     *     say: (text: string, passing?: boolean) => void }} parts What else there is on the page.
     */
    window.zigguratControls = function (page, stage, stillness, parts) {
        const viewer = page.viewer;
        const viewport = viewer.viewport;
        const { view, strip } = parts;

        /** @param {number} factor */
        function zoom(factor) {
            viewport.zoomBy(factor);
            viewport.applyConstraints();
        }

        /**
         * Moves by a part of the view.
         * @param {number} right
         * @param {number} down
         */
        function move(right, down) {
            const size = viewport.getBoundsNoRotate();
            const step = new OpenSeadragon.Point(right * size.width, down * size.height);
            if (viewport.getFlip()) {
                step.x = -step.x;
            }
            viewport.panBy(step.rotate(-viewport.getRotation()));
            viewport.applyConstraints();
        }

        /** Shows each pixel of the picture as one pixel of the screen, in line with its grid. */
        function actualPixels() {
            view.leap();
            const image = viewer.world.getItemAt(0);
            const ratio = OpenSeadragon.pixelDensityRatio;
            const center = image.viewportToImageCoordinates(viewport.getCenter());
            const size = viewport.getContainerSize().times(ratio);
            if (viewport.getRotation() % 180 !== 0) {
                [size.x, size.y] = [size.y, size.x];
            }
            const align = (/** @type {number} */ value, /** @type {number} */ length) =>
                Math.round(value - length / 2) + length / 2;
            const aligned = new OpenSeadragon.Point(
                align(center.x, size.x), align(center.y, size.y));
            viewport.panTo(image.imageToViewportCoordinates(aligned));
            viewport.zoomTo(image.imageToViewportZoom(1 / ratio));
            viewport.applyConstraints();
        }

        /** @param {number} degrees Clockwise as it is seen, also in a flipped picture. */
        function rotate(degrees) {
            const sign = viewport.getFlip() ? -1 : 1;
            const fits = window.zigguratView.isHome(viewport);
            viewport.setRotation(viewport.getRotation() + sign * degrees, stillness.matches);
            if (fits) {
                viewport.goHome(stillness.matches);
            } else {
                viewport.applyConstraints();
            }
        }

        function toggleFullScreen() {
            if (document.fullscreenElement) {
                document.exitFullscreen();
            } else if (document.fullscreenEnabled) {
                stage.requestFullscreen().catch(() => {});
            }
        }

        function toggleGrid() {
            button('grid').setAttribute('aria-pressed', String(parts.toggleGrid()));
        }

        async function copyLink() {
            const link = parts.link();
            try {
                await copy(link);
                parts.say('The link to this view was copied.', true);
            } catch {
                parts.say(link);
            }
        }

        /** @type {Record<string, () => void>} */
        const actions = {
            zoomIn: () => zoom(1.6),
            zoomOut: () => zoom(1 / 1.6),
            home: () => {
                view.leap();
                viewport.goHome();
            },
            actualPixels,
            rotate: () => rotate(90),
            flip: () => viewport.toggleFlip(),
            fullScreen: toggleFullScreen,
            copyLink,
            grid: toggleGrid,
            next: strip.next,
            previous: strip.previous,
            strip: strip.toggle,
        };
        /** @param {string} name */
        const button = (name) => /** @type {HTMLButtonElement} */ (
            stage.querySelector(`button[data-action="${name}"]`));
        for (const name of Object.keys(actions)) {
            button(name).addEventListener('click', actions[name]);
        }
        button('fullScreen').hidden = !document.fullscreenEnabled;
        document.addEventListener('fullscreenchange', () => {
            const full = document.fullscreenElement !== null;
            button('fullScreen').setAttribute('aria-pressed', String(full));
        });
        viewer.addHandler('flip', () =>
            button('flip').setAttribute('aria-pressed', String(viewport.getFlip())));

        /** @type {Record<string, (shift: boolean) => void>} */
        const keys = {
            'ArrowLeft': (shift) => move(shift ? -0.8 : -0.15, 0),
            'ArrowRight': (shift) => move(shift ? 0.8 : 0.15, 0),
            'ArrowUp': (shift) => move(0, shift ? -0.8 : -0.15),
            'ArrowDown': (shift) => move(0, shift ? 0.8 : 0.15),
            '+': actions.zoomIn,
            '=': actions.zoomIn,
            '-': actions.zoomOut,
            '_': actions.zoomOut,
            '0': actions.home,
            'Home': actions.home,
            '1': actions.actualPixels,
            'PageDown': strip.next,
            'n': strip.next,
            'PageUp': strip.previous,
            'p': strip.previous,
            't': strip.toggle,
            'c': copyLink,
            'g': toggleGrid,
            'r': (shift) => rotate(shift ? -90 : 90),
            'f': (shift) => (shift ? toggleFullScreen() : actions.flip()),
        };
        document.addEventListener('keydown', (event) => {
            const target = /** @type {HTMLElement} */ (event.target);
            const scrolls = target.closest('#caption') && /^(Arrow|Home|Page)/.test(event.key);
            if (target.matches('input, textarea, select') || event.defaultPrevented) {
                return;
            }
            if (event.ctrlKey || event.metaKey || event.altKey || scrolls) {
                return;
            }
            const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
            if (action) {
                action(event.shiftKey);
                event.preventDefault();
            }
        });
    };
})();

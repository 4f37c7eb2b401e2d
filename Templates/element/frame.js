// needs: page/view.js
/**
 * The embedded page's side of the messages with the `<ziggurat-viewer>` around it. The script loads
 * only in a frame. The page answers only its parent window, and its messages contain only what the
 * frame shows. See component.js for the messages.
 */
(function () {
    'use strict';

    const parent = window.parent;
    const version = 1;

    /** @param {Page} page */
    function start(page) {
        const { lens } = page;
        /** The origin of the parent, from its first message; empty until then. */
        let origin = '';
        let waiting = 0;
        /** Whether the first view is drawn. The parent gets no earlier views. */
        let isReady = false;

        /**
         * @param {string} event
         * @param {object} [detail]
         */
        function tell(event, detail = {}) {
            if (origin && (isReady || event === 'error')) {
                parent.postMessage({ ziggurat: version, event, detail }, origin);
            }
        }

        /** Returns the current view. `zoom` is 1 for actual pixels. */
        function view() {
            const [a, b] = lens.matrix() ?? [0, 0];
            const { x, y, width, height } = lens.region();
            return {
                x: x + width / 2, y: y + height / 2,
                zoom: Math.hypot(a, b) * window.devicePixelRatio,
                region: { x, y, width, height },
                rotation: lens.rotation(), isFlipped: lens.isFlipped(), isHome: lens.isHome(),
                page: page.number,
            };
        }

        function image() {
            const { title, name, width, height, caption } = page.config;
            const credit = caption.attribution ?? caption.creator ?? '';
            const licence = caption.licence ?? caption.rights ?? '';
            return { title, name, width, height, credit, licence, page: page.number };
        }

        /** @param {string} [event] */
        function tellView(event = 'viewchange') {
            window.cancelAnimationFrame(waiting);
            waiting = 0;
            if (lens.matrix()) {
                tell(event, view());
            }
        }

        /**
         * Shows a part of the image; fulfilled when the movement has ended.
         * @param {{ hash?: unknown, atOnce?: unknown }} goal
         * @returns {Promise<object>}
         */
        function goTo({ hash, atOnce }) {
            const values = new URLSearchParams(String(hash ?? '').replace(/^#/, ''));
            const region = ziggurat.view.regionIn(values, page);
            const isTurned = ['page', 'rotate', 'flip'].some((name) => values.has(name));
            if (isTurned) {
                // Replaces the address, so that the history of the page around the frame gets no
                // new entry.
                location.replace(`#${values}`.replaceAll('%2C', ','));
            } else if (region) {
                lens.fit(region, atOnce === true);
            } else {
                lens.goHome(atOnce === true);
            }
            return new Promise((resolve) => {
                const end = () => {
                    window.clearTimeout(timer);
                    lens.events.removeEventListener('rest', end);
                    resolve(view());
                };
                // If the view is already visible, the image does not move, so a timer ends the
                // waiting.
                const timer = window.setTimeout(end, 1500);
                lens.events.addEventListener('rest', end);
            });
        }

        /** @type {Record<string, (value: any) => unknown>} */
        const calls = {
            goTo,
            view,
            zoomBy: (factor) => lens.zoomBy(Math.min(Math.max(Number(factor) || 1, 1e-3), 1e3)),
            rotateBy: (degrees) => lens.rotateBy?.(Math.round(Number(degrees) / 90) * 90),
            flip: () => lens.flip?.(),
        };

        window.addEventListener('message', async (message) => {
            const { source, data } = message;
            if (source !== parent || data?.ziggurat !== version) {
                return;
            }
            if (data.call === 'connect') {
                // Pages on the disk and sandboxed pages have the origin "null".
                origin = message.origin === 'null' ? '*' : message.origin;
                if (page.failure) {
                    tell('error', { message: page.failure });
                }
                await page.ready;
                isReady = true;
                tell('ready', { ...image(), view: view() });
                return;
            }
            const call = Object.hasOwn(calls, data.call) ? calls[data.call] : undefined;
            if (!origin || !call) {
                return;
            }
            const value = await call(data.value ?? {});
            parent.postMessage({ ziggurat: version, reply: data.id, value }, origin);
        });
        lens.events.addEventListener('move', () => {
            waiting ||= window.requestAnimationFrame(() => tellView());
        });
        lens.events.addEventListener('rest', () => tellView('viewend'));
        lens.events.addEventListener('shown', () => tell('pagechange', image()));
        lens.events.addEventListener('failure', () => tell('error', { message: page.failure }));
        // This message contains no data about the page, so any parent may read it.
        parent.postMessage({ ziggurat: version, event: 'hello' }, '*');
    }

    const isFramed = parent !== window && document.documentElement.classList.contains('embed');
    // In pages of one file, this script runs before the page starts.
    const begin = () => isFramed && window.ziggurat && start(window.ziggurat);
    if (document.readyState === 'loading') {
        document.addEventListener('DOMContentLoaded', begin);
    } else {
        begin();
    }
})();

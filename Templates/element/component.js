// needs:
/**
 * `<ziggurat-viewer src="photo/dzi"></ziggurat-viewer>`: the page of an export as an element of
 * another page. This script does not depend on any other script.
 *
 * The element shows the export's page in a frame. So the styles and scripts of both pages cannot
 * disturb each other, and pages of another origin need no CORS. Both sides send messages:
 *
 *     frame → element: { ziggurat: 1, event: 'hello' }              the frame listens
 *     element → frame: { ziggurat: 1, call: 'connect' }
 *     frame → element: { ziggurat: 1, event: 'ready', detail }      and viewchange, viewend …
 *     element → frame: { ziggurat: 1, call: 'goTo', id, value }
 *     frame → element: { ziggurat: 1, reply: id, value }
 *
 * The element reads only messages from its own frame, and only from the origin of `src`.
 */
(function () {
    'use strict';

    const version = 1;
    const observed = [
        'src', 'view', 'x', 'y', 'zoom', 'rotate', 'flip', 'page', 'controls', 'gestures', 'keys',
        'title', 'alt',
    ];
    /** The time in milliseconds after which a frame without an answer is an error. */
    const patience = 10_000;

    const style = new CSSStyleSheet();
    style.replaceSync([
        ':host { display: block; position: relative; aspect-ratio: 3 / 2; overflow: hidden;',
        'contain: layout paint; }',
        ':host([hidden]) { display: none; }',
        'iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }',
        'iframe:not(.ready) { opacity: 0; pointer-events: none; }',
        'slot[hidden] { display: none; }',
        '::slotted(*) { max-width: 100%; max-height: 100%; }',
    ].join(' '));

    class ZigguratViewer extends HTMLElement {
        static observedAttributes = observed;

        /** @type {HTMLIFrameElement | undefined} */
        #frame;
        #origin = '';
        #target = '*';
        #isReady = false;
        /** @type {IntersectionObserver | undefined} */
        #observer;
        /** Stops all work for the current frame. */
        #end = new AbortController();
        /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
        #calls = new Map();
        #last = 0;
        #timer = 0;
        /** The content that is shown until the image is ready. */
        #slot = document.createElement('slot');
        /**
         * The changed attributes; attributes that change together are applied together.
         * @type {Set<string>}
         */
        #changed = new Set();

        constructor() {
            super();
            const root = this.attachShadow({ mode: 'open' });
            root.adoptedStyleSheets = [style];
            root.append(this.#slot);
        }

        connectedCallback() {
            if (this.getAttribute('loading') === 'eager' || !('IntersectionObserver' in window)) {
                this.#start();
                return;
            }
            this.#observer = new IntersectionObserver((entries) => {
                if (entries.some(({ isIntersecting }) => isIntersecting)) {
                    this.#start();
                }
            }, { rootMargin: '300px' });
            this.#observer.observe(this);
        }

        disconnectedCallback() {
            this.#stop('the element was removed');
        }

        /**
         * @param {string} name
         * @param {string | null} before
         * @param {string | null} now
         */
        attributeChangedCallback(name, before, now) {
            if (before === now || !this.#frame) {
                return;
            }
            this.#changed.add(name);
            queueMicrotask(() => {
                const names = this.#changed;
                this.#changed = new Set();
                if (this.#frame && names.size > 0) {
                    this.#apply(names);
                }
            });
        }

        /** @param {Set<string>} names */
        #apply(names) {
            if (['src', 'controls', 'gestures', 'keys'].some((name) => names.has(name))) {
                this.#stop('the address was changed');
                this.#start();
            } else if (names.has('title') || names.has('alt')) {
                this.#nameFrame('');
            } else {
                this.goTo(this.#hash()).catch(() => {});
            }
        }

        /** Returns the address of the page with the view that the attributes state. */
        #address() {
            const text = this.getAttribute('src') ?? '';
            const address = new URL(text, document.baseURI);
            if (!text.trim() || !['http:', 'https:', 'file:'].includes(address.protocol)) {
                throw new Error(`invalid address “${text}”`);
            }
            if (!/\.html?$/i.test(address.pathname)) {
                address.pathname = address.pathname.replace(/\/?$/, '/index.html');
            }
            address.searchParams.set('embed', '1');
            for (const name of ['controls', 'gestures', 'keys']) {
                const value = this.getAttribute(name);
                if (value) {
                    address.searchParams.set(name, value);
                }
            }
            // Attributes take precedence over the view in the address.
            const values = new URLSearchParams(address.hash.slice(1));
            for (const [name, value] of new URLSearchParams(this.#hash())) {
                values.set(name, value);
            }
            address.hash = `${values}`.replaceAll('%2C', ',');
            return address;
        }

        /** Returns the view that the attributes state, in the form of the page's address. */
        #hash() {
            const value = (/** @type {string} */ name) => this.getAttribute(name);
            const [view, x, y] = [value('view'), value('x'), value('y')];
            const place = view ? `xywh=${view}`
                : x && y ? `at=${[x, y, value('zoom')].filter(Boolean).join()}` : '';
            const [page, rotate] = [value('page'), value('rotate')];
            return [
                page ? `page=${page}` : '', place, rotate ? `rotate=${rotate}` : '',
                this.hasAttribute('flip') ? 'flip=1' : '',
            ].filter(Boolean).join('&');
        }

        #start() {
            this.#observer?.disconnect();
            if (this.#frame || !this.isConnected) {
                return;
            }
            /** @type {URL} */
            let address;
            try {
                address = this.#address();
            } catch (error) {
                this.#fail(/** @type {Error} */ (error).message);
                return;
            }
            const isFile = address.protocol === 'file:';
            this.#origin = isFile ? 'null' : address.origin;
            // A page on the disk has no origin, so messages to it cannot be restricted to an
            // origin.
            this.#target = isFile ? '*' : address.origin;
            this.#end = new AbortController();
            const { signal } = this.#end;
            const frame = document.createElement('iframe');
            frame.allow = 'fullscreen; clipboard-write';
            frame.referrerPolicy = 'no-referrer';
            frame.src = address.href;
            this.#frame = frame;
            this.#nameFrame('');
            window.addEventListener('message', (event) => this.#receive(event), { signal });
            frame.addEventListener('load', () => {
                // The page may answer before the images of this page have arrived.
                if (!frame.classList.contains('ready')) {
                    this.#timer = window.setTimeout(() => this.#fail(
                        'the page does not answer: it is missing, or of an older version'),
                    patience);
                }
            }, { signal });
            this.shadowRoot?.append(frame);
        }

        /** Shows the frame in place of the content. */
        #reveal() {
            window.clearTimeout(this.#timer);
            this.#frame?.classList.add('ready');
            this.#slot.hidden = true;
        }

        /** @param {string} reason */
        #stop(reason) {
            this.#observer?.disconnect();
            this.#end.abort();
            window.clearTimeout(this.#timer);
            this.#frame?.remove();
            this.#frame = undefined;
            this.#isReady = false;
            this.#slot.hidden = false;
            for (const { reject } of this.#calls.values()) {
                reject(new Error(reason));
            }
            this.#calls.clear();
        }

        /** @param {string} title The image's title, used if the attributes state no title. */
        #nameFrame(title) {
            if (this.#frame) {
                this.#frame.title = this.getAttribute('title') || this.getAttribute('alt')
                    || title || 'Zoomable image';
            }
        }

        /** @param {string} message */
        #fail(message) {
            if (this.#frame) {
                // An older page shows its image in spite of the error; other pages show a message.
                this.#reveal();
            }
            this.#tell('error', { message });
        }

        /** @param {string} name @param {object} detail */
        #tell(name, detail) {
            this.dispatchEvent(new CustomEvent(name, { detail }));
        }

        /** @param {object} message */
        #post(message) {
            this.#frame?.contentWindow?.postMessage({ ziggurat: version, ...message }, this.#target);
        }

        /** @param {MessageEvent} message */
        #receive({ source, origin, data }) {
            if (!this.#frame || source !== this.#frame.contentWindow || origin !== this.#origin
                || data?.ziggurat !== version) {
                return;
            }
            const { event, detail, reply, value } = data;
            if (event === 'hello') {
                // The page already shows a small version of the image, or a message.
                this.#reveal();
                this.#post({ call: 'connect' });
            } else if (event === 'ready') {
                this.#isReady = true;
                this.#nameFrame(detail.title);
                this.#tell('ready', detail);
            } else if (event === 'error') {
                this.#fail(detail.message);
            } else if (['viewchange', 'viewend', 'pagechange'].includes(event)) {
                this.#tell(event, detail);
            } else if (this.#calls.has(reply)) {
                this.#calls.get(reply)?.resolve(value);
                this.#calls.delete(reply);
            }
        }

        /**
         * @param {string} call
         * @param {unknown} [value]
         * @returns {Promise<any>}
         */
        async #call(call, value) {
            if (!this.#isReady) {
                await this.whenReady();
            }
            const id = ++this.#last;
            return new Promise((resolve, reject) => {
                this.#calls.set(id, { resolve, reject });
                this.#post({ call, id, value });
            });
        }

        /**
         * Fulfilled when the first view is drawn. Starts an element that waits until it is near
         * the window.
         * @returns {Promise<void>}
         */
        whenReady() {
            if (!this.isConnected) {
                return Promise.reject(new Error('the element is not in a document'));
            }
            this.#start();
            return this.#isReady ? Promise.resolve() : new Promise((resolve, reject) => {
                const { signal } = this.#end;
                const options = { once: true, signal };
                this.addEventListener('ready', () => resolve(), options);
                this.addEventListener('error', (event) => reject(new Error(
                    /** @type {any} */ (event).detail.message)), options);
                signal.addEventListener(
                    'abort', () => reject(new Error('the element was removed')));
            });
        }

        /**
         * Shows a part of the image.
         * @param {string | { x?: number, y?: number, width?: number, height?: number, zoom?: number,
         *     page?: number, rotate?: number, flip?: boolean }} view The view, in image pixels.
         *     With `width` and `height`, `x` and `y` are the top left corner, otherwise the centre.
         *     A string has the form of the page's address: `xywh=0,0,500,400`.
         * @param {{ atOnce?: boolean }} [options]
         * @returns {Promise<object>} The view after the movement.
         */
        goTo(view, options = {}) {
            const { atOnce = false } = options;
            let hash = view;
            if (typeof view === 'object') {
                const { x, y, width, height, zoom, page, rotate, flip } = view;
                const place = width && height ? `xywh=${[x ?? 0, y ?? 0, width, height].join()}`
                    : x !== undefined && y !== undefined
                        ? `at=${[x, y, zoom].filter((each) => each !== undefined).join()}` : '';
                hash = [
                    page === undefined ? '' : `page=${page}`, place,
                    rotate === undefined ? '' : `rotate=${rotate}`, flip ? 'flip=1' : '',
                ].filter(Boolean).join('&');
            }
            return this.#call('goTo', { hash, atOnce });
        }

        /** Shows the whole image. */
        goHome() {
            return this.goTo('');
        }

        /** Returns a promise of the current view. */
        getView() {
            return this.#call('view');
        }

        /** @param {number} factor A factor above 1 enlarges the image. */
        zoomBy(factor) {
            return this.#call('zoomBy', factor);
        }

        /** @param {number} degrees A multiple of 90, clockwise. */
        rotateBy(degrees) {
            return this.#call('rotateBy', degrees);
        }

        flip() {
            return this.#call('flip');
        }
    }

    // Frameworks set a property instead of an attribute if the element has the property.
    for (const name of observed.filter((each) => each !== 'title' && each !== 'flip')) {
        Object.defineProperty(ZigguratViewer.prototype, name, {
            configurable: true,
            enumerable: true,
            /** @this {HTMLElement} */
            get() {
                return this.getAttribute(name) ?? '';
            },
            /** @this {HTMLElement} @param {unknown} value */
            set(value) {
                if (value === null || value === undefined) {
                    this.removeAttribute(name);
                } else {
                    this.setAttribute(name, String(value));
                }
            },
        });
    }

    // A page may load the script twice.
    if (!customElements.get('ziggurat-viewer')) {
        customElements.define('ziggurat-viewer', ZigguratViewer);
    }
})();

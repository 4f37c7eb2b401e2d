// needs:
/**
 * The service worker of a page that visitors can keep; see offline.js. The network comes first: the
 * page is taken from the cache only if it cannot be loaded. A page from the cache gets all its
 * files from the same cache, so that tiles of two versions are never mixed.
 */
(function () {
    'use strict';

    const worker = /** @type {any} */ (self);
    const folder = new URL('.', location.href).href;
    const prefix = `ziggurat ${folder} `;
    const mark = `${folder}?kept`;
    /**
     * Records from which cache each window was loaded, because the browser may restart this script.
     */
    const windows = `${prefix}clients`;
    /** The time in milliseconds after which the network counts as missing. */
    const patience = 4000;

    /**
     * Returns the name of the cache with a complete set of files; undefined if it does not exist.
     */
    async function keptName() {
        const names = (await caches.keys()).filter(
            (name) => name.startsWith(prefix) && name !== windows);
        for (const name of names) {
            if (await (await caches.open(name)).match(mark)) {
                return name;
            }
        }
        return undefined;
    }

    /** @param {any} event */
    async function navigate(event) {
        const timeout = new AbortController();
        const timer = setTimeout(() => timeout.abort(), patience);
        const name = await keptName();
        try {
            return await (name ? fetch(event.request, { signal: timeout.signal })
                : fetch(event.request));
        } catch (error) {
            const page = name && await (await caches.open(name)).match(`${folder}index.html`);
            if (!page) {
                throw error;
            }
            const known = await caches.open(windows);
            const open = (await worker.clients.matchAll()).map((/** @type {any} */ { id }) => id);
            for (const request of await known.keys()) {
                if (!open.includes(new URL(request.url).search.slice(1))) {
                    await known.delete(request);
                }
            }
            await known.put(`${folder}?${event.resultingClientId}`, new Response(name));
            return page;
        } finally {
            clearTimeout(timer);
        }
    }

    /** @param {any} event */
    async function answer({ request, clientId }) {
        const entry = await (await caches.open(windows)).match(`${folder}?${clientId}`);
        if (!entry) {
            return fetch(request);
        }
        const cache = await caches.open(await entry.text());
        return await cache.match(request) ?? Response.error();
    }

    worker.addEventListener('install', () => worker.skipWaiting());
    worker.addEventListener('activate', (/** @type {any} */ event) =>
        event.waitUntil(worker.clients.claim()));
    worker.addEventListener('fetch', (/** @type {any} */ event) => {
        const { method, mode } = event.request;
        if (method === 'GET') {
            event.respondWith(mode === 'navigate' ? navigate(event) : answer(event));
        }
    });
})();

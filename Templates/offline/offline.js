// needs: head/text.js, tiles/paths.js
/**
 * Keeps an image in the visitor's browser for use without a network: the page, its scripts and all
 * tiles. The script loads only in pages of exports with --offline, on https and localhost. If the
 * network does not answer, worker.js answers with the kept files.
 *
 * The cache's name contains the version of the tiles. A set of files is used only if it is
 * complete. A newer set replaces an older set as a whole.
 */
(function () {
    'use strict';

    const { text } = ziggurat;
    const { size: sizeText } = ziggurat.language;
    const page = window.ziggurat;
    const own = page?.config;
    if (!own?.offline || !('caches' in window)) {
        return;
    }
    const { version, worker } = own.offline;
    const folder = new URL('.', location.href).href;
    const prefix = `ziggurat ${folder} `;
    const mark = `${folder}?kept`;
    /** The number of requests at a time. */
    const width = 6;

    const place = document.createElement('div');
    place.className = 'offline';
    place.style.marginTop = '12px';
    const button = document.createElement('button');
    button.type = 'button';
    const status = document.createElement('p');
    status.setAttribute('role', 'status');
    status.style.margin = '6px 0 0';
    place.append(button, status);
    // A user's template may lack the list of keys.
    const about = document.querySelector('#about .about');
    about?.insertBefore(place, about.querySelector('.keys'));

    /** @type {AbortController | undefined} */
    let running;

    /** Returns the names of this page's caches with a complete set of files. */
    async function kept() {
        const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
        const complete = [];
        for (const name of names) {
            if (await (await caches.open(name)).match(mark)) {
                complete.push(name);
            }
        }
        return complete;
    }

    /** Returns the addresses of the page, its scripts and its tiles. */
    function files() {
        const { component, offline, scripts, tour } = /** @type {Config} */ (own);
        const media = (tour?.steps ?? []).flatMap(({ image, sound }) => [image?.file, sound?.file]);
        const paths = [
            component?.frame, offline?.script, ...Object.values(scripts ?? {}), ...media,
        ].filter(Boolean);
        /** @type {string[]} */
        const tiles = [];
        // The page may currently show another image of the destination.
        const shown = page.number ? own : page.config;
        const config = /** @type {Config} */ (shown);
        config.levels.forEach(({ columns, rows }, index) => {
            for (let number = 0; number < columns * rows; number += 1) {
                const tile = ziggurat.paths.tilePath(
                    config, index, number % columns, Math.floor(number / columns));
                if (tile !== null) {
                    tiles.push(tile);
                }
            }
        });
        const addresses = [
            `${folder}index.html`,
            ...[...document.scripts].map(({ src }) => src).filter((src) => src),
            ...[...paths, ...tiles].map((path) =>
                new URL(ziggurat.paths.address(/** @type {string} */ (path)), folder).href),
        ];
        return [...new Set(addresses)].filter((each) => !/\/pictures\.js(\?|$)/.test(each));
    }

    /** Returns the size of the bundle from the manifest of its export; 0 without a manifest. */
    async function size() {
        try {
            const manifest = await (await fetch('../ziggurat.json')).json();
            // Tiles in another format are in a separate bundle beside the page's bundle.
            const { levels, place: home } = page.config;
            const other = levels[0].template?.match(/^\.\.\/([^/]+)\//)?.[1];
            const name = other ?? home?.path.split('/').pop();
            return manifest.bundles.find((/** @type {any} */ each) =>
                each.path.split('/').pop() === name)?.bytes ?? 0;
        } catch {
            return 0;
        }
    }

    async function keep() {
        running = new AbortController();
        const { signal } = running;
        show(text('Stop'), '');
        const name = prefix + version;
        const all = files();
        const bytes = await size();
        const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
        if (bytes > quota - usage) {
            throw new Error(text('not enough space: {needed} are needed, {free} are free', {
                needed: sizeText(bytes), free: sizeText(Math.max(quota - usage, 0)),
            }));
        }
        await navigator.storage?.persist?.();
        const cache = await caches.open(name);
        let [next, done, sum] = [0, 0, 0];
        async function work() {
            while (next < all.length) {
                const address = all[next++];
                // The request bypasses the browser's cache, which may contain a file of an older
                // version.
                const answer = await fetch(address, { cache: 'no-cache', signal });
                if (!answer.ok) {
                    throw new Error(`status ${answer.status} for ${address.slice(folder.length)}`);
                }
                const body = await answer.blob();
                sum += body.size;
                await cache.put(address, new Response(body, {
                    headers: { 'Content-Type': answer.headers.get('Content-Type') ?? '' },
                }));
                done += 1;
                const values = {
                    done, total: all.length, size: sizeText(sum), all: sizeText(bytes),
                };
                status.textContent = bytes
                    ? text('Files: {done} of {total}, {size} of {all}', values)
                    : text('Files: {done} of {total}, {size}', values);
            }
        }
        await Promise.all(Array.from({ length: width }, work));
        const now = await (await fetch(`${folder}index.html`, { cache: 'reload', signal })).text();
        if (!now.includes(`"version":"${version}"`)) {
            throw new Error(text('the image was replaced; load the page again'));
        }
        await cache.put(mark, new Response(String(sum)));
        for (const other of await caches.keys()) {
            if (other.startsWith(prefix) && other !== name && !other.endsWith(' clients')) {
                await caches.delete(other);
            }
        }
    }

    async function forget() {
        for (const name of await caches.keys()) {
            if (name.startsWith(prefix)) {
                await caches.delete(name);
            }
        }
    }

    /** @param {string} label @param {string} words */
    function show(label, words) {
        button.textContent = label;
        status.textContent = words;
    }

    async function refresh() {
        const names = await kept();
        if (names.includes(prefix + version)) {
            const sum = await (await (await caches.open(prefix + version)).match(mark))?.text();
            show(text('Remove from this browser'),
                text('Kept for offline use, {size}', { size: sizeText(Number(sum)) }));
        } else {
            show(text('Keep for offline use'),
                names.length ? text('An older version is kept.') : '');
        }
        return names.includes(prefix + version);
    }

    async function press() {
        if (running) {
            running.abort();
            return;
        }
        try {
            if (await refresh()) {
                await forget();
            } else {
                await keep();
            }
            running = undefined;
            await refresh();
        } catch (error) {
            /** @type {AbortController | undefined} */ (running)?.abort();
            const wasStopped = /** @type {Error} */ (error).name === 'AbortError';
            running = undefined;
            await refresh();
            status.textContent = wasStopped ? text('Stopped.')
                : text('Cannot keep the image: {reason}', {
                    reason: /** @type {Error} */ (error).message,
                });
        }
    }

    button.addEventListener('click', press);
    navigator.serviceWorker.register(worker).then(refresh).then(async (isKept) => {
        // With ?keep=1, for example on exhibition screens, the page keeps the image without a
        // click.
        if (!isKept && new URLSearchParams(location.search).get('keep') === '1') {
            await page.ready;
            press();
        }
    }, () => place.remove());
})();

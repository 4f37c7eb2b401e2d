// needs: head/namespace.js
/**
 * Requests lost tiles again: after 1, 2, 4 … seconds, and at once when the network is back.
 *
 * @template {object} T The library's type of tiles.
 * @param {EventTarget} events Receives `missing` for each lost tile, and `found` when the tile has
 *     loaded.
 */
ziggurat.retry = function (events) {
    'use strict';

    /**
     * The most requests by the timer. Without a limit, a tile that does not exist would be
     * requested forever.
     */
    const most = 4;
    /**
     * The lost tiles.
     * @type {Map<T, { tries: number, timer: number, again: () => void }>}
     */
    const lost = new Map();

    /**
     * @param {T} tile
     * @param {() => void} again Requests the tile.
     */
    function failed(tile, again) {
        const tries = (lost.get(tile)?.tries ?? -1) + 1;
        const timer = tries < most && navigator.onLine
            ? window.setTimeout(again, 1000 * 2 ** tries) : 0;
        lost.set(tile, { tries, timer, again });
        if (tries === 0) {
            events.dispatchEvent(new Event('missing'));
        }
    }

    /**
     * Called when a tile has loaded or is not needed any more.
     * @param {T} tile
     */
    function drop(tile) {
        window.clearTimeout(lost.get(tile)?.timer);
        if (lost.delete(tile)) {
            events.dispatchEvent(new Event('found'));
        }
    }

    window.addEventListener('online', () => {
        for (const entry of lost.values()) {
            window.clearTimeout(entry.timer);
            entry.tries = 0;
            entry.again();
        }
    });

    /** Forgets all lost tiles, before another image is shown. */
    function forget() {
        for (const { timer } of lost.values()) {
            window.clearTimeout(timer);
        }
        lost.clear();
    }

    return { drop, failed, forget };
};

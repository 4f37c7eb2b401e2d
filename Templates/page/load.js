// needs: tiles/paths.js
/**
 * Loads scripts with script elements, because pages from the disk cannot use modules or `fetch`.
 */
ziggurat.load = (function () {
    'use strict';

    /**
     * Loads and runs a script.
     * @param {string} address
     * @returns {Promise<void>}
     */
    function script(address) {
        return new Promise((resolve, reject) => {
            const element = document.createElement('script');
            element.src = address;
            element.onload = () => {
                element.remove();
                // After a network failure, start.js has reported the script.
                const message = document.getElementById('message');
                if (message?.textContent?.includes(address.split('/').pop() ?? '')) {
                    message.hidden = true;
                }
                resolve();
            };
            element.onerror = () => {
                element.remove();
                reject(new Error(`cannot load ${address}`));
            };
            document.head.append(element);
        });
    }

    /**
     * Returns a function that starts a feature when it is first called.
     *
     * @template T
     * @param {string | undefined} path The path of the feature's script; undefined if the page
     *     contains it.
     * @param {() => T} start
     * @returns {() => Promise<T>}
     */
    function once(path, start) {
        /** @type {Promise<T> | undefined} */
        let started;
        return () => {
            started ??= (path ? script(ziggurat.paths.address(path)) : Promise.resolve())
                .then(start).catch((error) => {
                    // After a failure, the next call tries again.
                    started = undefined;
                    throw error;
                });
            return started;
        };
    }

    return { once, script };
})();

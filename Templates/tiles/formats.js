// needs: head/namespace.js
/**
 * Tiles in two formats. A browser that decodes the format of config.alternative shows its tiles;
 * other browsers show the usual tiles. An image of one pixel tests whether the browser decodes a
 * format.
 *
 * @typedef {object} Alternative
 * @property {string} format `avif`, `webp` or `jxl`.
 * @property {boolean} transparent
 * @property {Level[]} levels
 */
ziggurat.formats = (function () {
    'use strict';

    /** @type {Record<string, string>} */
    const samples = {
        avif: 'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAGQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAABAAAAAQAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACFtZGF0EgAKCBgADkgQEDQgMgsbAAAAQAAAsBNegA==',
        webp: 'UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEADMDOJaQAA3AA/uxnAAA=',
        jxl: '/woAkAEKAQAAWAAAOABYAFhKKKPcdpE00KIFOgbwtAQn4MMEogEAoAD5bwkAgAqVUcYNXs71fPmhw2LaxnWGttq2sCQRSiGJJA3QkwYmK0kA',
    };
    /** @type {Map<string, Promise<boolean>>} */
    const answers = new Map();

    /** @param {string} format */
    function decodes(format) {
        let answer = answers.get(format);
        if (!answer) {
            const image = new Image();
            image.src = `data:image/${format};base64,${samples[format] ?? ''}`;
            answer = image.decode().then(() => image.naturalWidth === 1, () => false);
            answers.set(format, answer);
        }
        return answer;
    }

    /**
     * Returns the configuration with the tiles for this browser. If these are not the usual tiles,
     * `usual` is the configuration with the usual tiles.
     *
     * @template {Pyramid} T
     * @param {T} config
     * @returns {Promise<T>}
     */
    async function chosen(config) {
        const { alternative, ...usual } = config;
        if (!alternative || !await decodes(alternative.format)) {
            return config;
        }
        const { levels, transparent } = alternative;
        return /** @type {any} */ ({ ...usual, levels, transparent, usual });
    }

    return { chosen };
})();

/**
 * Tiles in two formats: the page shows those of config.alternative to browsers that decode them, and
 * the usual ones to others. The browser decides once, with an image of one pixel.
 *
 * @typedef {object} Alternative
 * @property {string} format `avif`, `webp` or `jxl`.
 * @property {boolean} transparent
 * @property {Level[]} levels
 */
const zigguratFormats = (function () {
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
     * Returns the configuration with the tiles that the browser shows; `usual` is the one with the
     * usual tiles, if others are chosen.
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

// needs: head/text.js, page/about.js
/**
 * The texts of a comparison, and what the publishers of its images offer.
 */
ziggurat.compareTexts = (function () {
    'use strict';

    /**
     * Returns the members of the page's configuration that all images determine.
     *
     * @param {Comparison} comparison
     * @param {Picture[]} pictures
     */
    function common({ name, title, address, scripts }, pictures) {
        const different = (/** @type {(texts: Texts) => string | undefined} */ value) =>
            [...new Set(pictures.map(({ caption }) => value(caption)))].filter(Boolean).join('; ');
        const shares = pictures.flatMap(({ share }) => (share ? [share] : []));
        return {
            name, title, address, scripts,
            // Each part that all publishers offer.
            share: shares[0]?.filter((part) => shares.every((share) => share.includes(part))),
            watermark: pictures.find(({ watermark }) => watermark)?.watermark,
            caption: {
                creator: different(({ creator, attribution }) => creator ?? attribution),
                licence: different(({ licenceName, licence, rightsName, rights }) =>
                    ziggurat.text(licenceName ?? licence ?? rightsName ?? rights ?? '')),
            },
        };
    }

    /**
     * Fills in the line with the licences, below the title or in the corner of an embedded page.
     *
     * @param {HTMLElement} stage
     * @param {Config} config
     * @param {Picture[]} pictures
     */
    function fillCredits(stage, { caption, watermark }, pictures) {
        const isEmbedded = document.documentElement.classList.contains('embed');
        const all = pictures.map(({ caption: { licence, licenceName, rights, rightsName } }) =>
            (licence ? ziggurat.about.terms(licence, licenceName)
                : ziggurat.about.terms(rights, rightsName)));
        const links = new Map(all.map((each) =>
            [typeof each === 'string' ? each : each.href, each])).values();
        const parts = [isEmbedded && caption.creator, ...links];
        // A user's template may lack the line.
        stage.querySelector(isEmbedded ? '#credit' : '.terms')?.replaceChildren(
            ...parts.flatMap((each) => (each ? [' · ', each] : [])).slice(1));
        if (isEmbedded) {
            for (const link of stage.querySelectorAll('#credit a')) {
                link.setAttribute('target', '_blank');
            }
        }
        stage.dataset.watermark = watermark ?? '';
    }

    return { common, fillCredits };
})();

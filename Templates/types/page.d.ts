// What the page's scripts leave for others, and what the standard library that comes with the
// checker does not know yet.

interface Window {
    /** See view.js. */
    ziggurat: Page;
    /** What pictures.js and a bundle's viewer/picture.js leave: see pager.js. */
    zigguratPictures?: Listed[];
    zigguratPicture?: Config;
}

interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
}

interface Array<T> {
    findLast(fits: (item: T, index: number) => boolean): T | undefined;
    findLastIndex(fits: (item: T, index: number) => boolean): number;
}

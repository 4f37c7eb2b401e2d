// The globals of the page's scripts, and declarations that the type checker's standard library
// lacks.

interface Window {
    /** See page/view.js. */
    ziggurat: Page;
    /** The global of archive/ziggurat-tiles.js. */
    ZigguratTiles?: object;
    /** Set by pictures.js and by viewer/picture.js of a bundle: see pager.js. */
    zigguratPictures?: Listed[];
    zigguratPicture?: Config;
    /** Set by the pictures.js of a book: see contents.js. */
    zigguratBook?: Book;
}

interface Navigator {
    /** Missing in some browsers. */
    readonly connection?: { readonly saveData?: boolean };
}

interface Array<T> {
    findLast(fits: (item: T, index: number) => boolean): T | undefined;
    findLastIndex(fits: (item: T, index: number) => boolean): number;
}

declare class DecompressionStream {
    constructor(format: 'gzip' | 'deflate');
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<Uint8Array>;
}

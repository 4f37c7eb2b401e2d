// needs: archive/file.js
/**
 * Joins requests for parts of an archive.
 *
 * Parts that are requested at the same time and are close together share one request. A request is
 * aborted if all its users have aborted. The most recent parts stay in memory.
 *
 * @typedef {object} Part A requested part of the file.
 * @property {number} start
 * @property {number} end
 * @property {number} users
 * @property {Promise<Uint8Array>} promise
 * @property {(bytes: Uint8Array) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {() => void} unused Called when the last user aborts.
 */
ziggurat.ranges = (function () {
    'use strict';

    const { ArchiveError, ArchiveFile } = ziggurat.archiveFile;

    /** The most unneeded bytes between two parts of one request. */
    const largestGap = 1 << 16;
    /** The most bytes of one request, unless a single part is larger. */
    const largestRequest = 1 << 22;
    /** The most bytes of a part. A damaged file can state any length. */
    const largestPart = 1 << 28;
    /** The most bytes that stay in memory. */
    const cacheSize = 1 << 24;

    const abortError = () => new DOMException('The request was aborted.', 'AbortError');

    class RangeReader extends ArchiveFile {
        /**
         * @param {string | Blob} source The address of the archive, or the file.
         * @param {number} [size] The size in bytes, if known.
         */
        constructor(source, size) {
            super(source, size);
            /** @type {Part[]} */
            this.waiting = [];
            /** @type {Map<string, Part>} */
            this.parts = new Map();
            /** @type {Map<string, Uint8Array>} */
            this.cache = new Map();
            this.cached = 0;
        }

        /**
         * Reads a part. Parts that are requested in the same task may share a request.
         *
         * @param {number} start
         * @param {number} end
         * @param {AbortSignal} [signal]
         * @returns {Promise<Uint8Array>}
         */
        read(start, end, signal) {
            if (signal?.aborted) {
                return Promise.reject(abortError());
            }
            if (start >= end) {
                return Promise.resolve(new Uint8Array(0));
            }
            if (this.size !== undefined && end > this.size) {
                return Promise.reject(this.truncated());
            }
            if (end - start > largestPart) {
                return Promise.reject(new ArchiveError('unsupported',
                    `A part of ${this.name} is larger than ${largestPart >> 20} MiB.`));
            }
            const key = `${start}-${end}`;
            const known = this.cache.get(key);
            if (known) {
                this.keep(key, known);
                return Promise.resolve(known);
            }
            if (this.failure) {
                return Promise.reject(this.failure);
            }
            const part = this.parts.get(key) ?? this.request(key, start, end);
            part.users += 1;
            return new Promise((resolve, reject) => {
                const abort = () => {
                    reject(abortError());
                    part.users -= 1;
                    if (part.users === 0) {
                        this.parts.delete(key);
                        part.unused();
                    }
                };
                signal?.addEventListener('abort', abort, { once: true });
                part.promise.then(resolve, reject).finally(() =>
                    signal?.removeEventListener('abort', abort));
            });
        }

        /** @param {string} key @param {number} start @param {number} end @returns {Part} */
        request(key, start, end) {
            /** @type {Part} */
            const part = {
                start, end, users: 0, promise: Promise.resolve(new Uint8Array(0)),
                resolve: () => {}, reject: () => {}, unused: () => {},
            };
            part.promise = new Promise((resolve, reject) => {
                Object.assign(part, { resolve, reject });
            });
            part.promise.then((bytes) => this.keep(key, bytes), () => {}).finally(() => {
                if (this.parts.get(key) === part) {
                    this.parts.delete(key);
                }
            });
            this.parts.set(key, part);
            if (this.waiting.length === 0) {
                // Waits, so that further requests of this frame can be joined.
                window.setTimeout(() => this.flush());
            }
            this.waiting.push(part);
            return part;
        }

        /** @param {string} key @param {Uint8Array} bytes */
        keep(key, bytes) {
            this.cached -= this.cache.get(key)?.length ?? 0;
            this.cache.delete(key);
            this.cache.set(key, bytes);
            this.cached += bytes.length;
            for (const [oldest, { length }] of this.cache) {
                if (this.cached <= cacheSize) {
                    break;
                }
                this.cache.delete(oldest);
                this.cached -= length;
            }
        }

        /** Requests the waiting parts. Parts that are close together share a request. */
        flush() {
            const parts = this.waiting.filter(({ users }) => users > 0)
                .sort((one, other) => one.start - other.start);
            this.waiting = [];
            /** @type {Part[]} */
            let group = [];
            let end = 0;
            for (const part of parts) {
                if (group.length && (part.start > end + largestGap
                    || Math.max(end, part.end) - group[0].start > largestRequest)) {
                    this.load(group, end);
                    group = [];
                }
                end = group.length ? Math.max(end, part.end) : part.end;
                group.push(part);
            }
            if (group.length) {
                this.load(group, end);
            }
        }

        /** @param {Part[]} group @param {number} end */
        async load(group, end) {
            const controller = new AbortController();
            const { start } = group[0];
            let waiting = group;
            for (const part of group) {
                part.unused = () => {
                    if (waiting.every(({ users }) => users === 0)) {
                        controller.abort();
                    }
                };
            }
            try {
                const bytes = new Uint8Array(end - start);
                await this.fill(bytes, start, controller, (count) => {
                    const reached = start + count;
                    // If the file is small, the requested first part can extend beyond the end of
                    // the file.
                    const isLast = this.size !== undefined && reached >= this.size;
                    const done = waiting.filter((each) => isLast || each.end <= reached);
                    waiting = waiting.filter((each) => !done.includes(each));
                    for (const part of done) {
                        if (part.end > reached && part.start > 0) {
                            part.reject(this.truncated());
                        } else {
                            part.resolve(bytes.slice(
                                part.start - start, Math.min(part.end, reached) - start));
                        }
                    }
                });
            } catch (error) {
                const reason = error instanceof ArchiveError || controller.signal.aborted ? error
                    : new ArchiveError('network', `Cannot load ${this.name}.`);
                for (const part of waiting) {
                    part.reject(/** @type {Error} */ (reason));
                }
            }
        }
    }

    return { RangeReader };
})();

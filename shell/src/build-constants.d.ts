/** Versions of the shared packages in this build, by package name. Set by the build. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

/** webpack's own name for the page's nonce: it puts it on what loads chunks, and Radix on its styles. */
declare let __webpack_nonce__: string | undefined;

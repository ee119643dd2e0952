/** Versions of the shared packages in this build, by package name. Set by the build. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

/** The page's CSP nonce, under webpack's name. webpack sets it on chunk scripts, and Radix on its style elements. */
declare let __webpack_nonce__: string | undefined;

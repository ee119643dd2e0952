/** Versions of the shared packages in this build, by package name. Set by the build. */
declare const SHARED_VERSIONS: Readonly<Record<string, string>>;

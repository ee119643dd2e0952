/**
 * A stub that can be called, constructed, extended, read and iterated, and returns itself each time. It is sufficient
 * for the top-level code of modules, which runs before anything is rendered.
 */
export const universalStub: unknown = new Proxy(function stub() {}, {
  apply: () => universalStub,
  construct: () => universalStub as object,
  get(target, key) {
    // An object with a `then` would be treated as a promise.
    if (key === 'then') return undefined;
    // A class that extends the stub needs a real prototype.
    if (key === 'prototype') return target.prototype;
    if (key === Symbol.toPrimitive) return () => '';
    if (key === Symbol.iterator) return () => [].values();
    return universalStub;
  },
  set: () => true,
});

const defineRemote = ({
  views = {},
  pages = {},
  extensions = {},
}: Readonly<Record<'views' | 'pages' | 'extensions', object | undefined>>) => ({ views, pages, extensions });

/** Bundlers read these of every module. */
const moduleMarks: readonly string[] = ['__esModule', 'then'];

/**
 * Creates a stub of one of the console's shared packages. It has the package's exports and nothing else.
 *
 * @param exports the names that the package exports
 * @param onMissing called when another name is read
 */
export function createPackageStub(exports: readonly string[], onMissing: (name: string) => void): unknown {
  return new Proxy(
    {},
    {
      get(_target, key) {
        if (key === 'defineRemote' && exports.includes(key)) return defineRemote;
        if (typeof key === 'symbol' || moduleMarks.includes(key) || exports.includes(key))
          return Reflect.get(Object(universalStub), key);
        // Some bundlers read the default export of every module.
        if (key !== 'default') onMissing(key);
        return undefined;
      },
      has: (_target, key) => typeof key === 'string' && exports.includes(key),
    },
  );
}

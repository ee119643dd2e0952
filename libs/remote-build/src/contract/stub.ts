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

const sdk = '@khmer-learning/console-sdk';
const defineRemote = ({ views = {}, pages = {} }: { views?: object; pages?: object }) => ({ views, pages });

/** Creates a stub of one of the console's shared packages. */
export function createPackageStub(name: string): unknown {
  if (name !== sdk) return universalStub;
  return new Proxy(
    { defineRemote },
    { get: (own, key) => Reflect.get(key in own ? own : Object(universalStub), key) },
  );
}

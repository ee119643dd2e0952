/**
 * Something that may be called, constructed, extended, read and iterated, and gives the same again. Code that only
 * declares what it will do, as a module does before anything of it is drawn, cannot tell it from the real thing.
 */
export const universalStub: unknown = new Proxy(function stub() {}, {
  apply: () => universalStub,
  construct: () => universalStub as object,
  get(target, key) {
    // What has a `then` is waited for.
    if (key === 'then') return undefined;
    // A class that extends it looks here, and here alone it may be told what it is.
    if (key === 'prototype') return target.prototype;
    if (key === Symbol.toPrimitive) return () => '';
    if (key === Symbol.iterator) return () => [].values();
    return universalStub;
  },
  set: () => true,
});

const sdk = '@khmer-learning/console-sdk';
const defineRemote = ({ views = {}, pages = {} }: { views?: object; pages?: object }) => ({ views, pages });

/** Stands in for a shared package of the console. */
export function createPackageStub(name: string): unknown {
  if (name !== sdk) return universalStub;
  return new Proxy(
    { defineRemote },
    { get: (own, key) => Reflect.get(key in own ? own : Object(universalStub), key) },
  );
}

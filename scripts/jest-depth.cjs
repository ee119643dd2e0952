// Makes `depth` and `deep` known to all tests: jest-depth.d.ts describes them.
const isFull = process.env.TEST_DEPTH === 'full';
const registerNothing = Object.assign(() => undefined, { each: () => () => undefined });

globalThis.depth = (fast, full) => (isFull ? full : fast);
globalThis.deep = isFull ? { it, describe } : { it: registerNothing, describe: registerNothing };

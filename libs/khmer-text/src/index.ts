export * from './normalise.ts';
export * from './search-keys.ts';
export * from './vocabulary.ts';

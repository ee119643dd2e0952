export * from './search-text.ts';
export * from './vocabulary.ts';

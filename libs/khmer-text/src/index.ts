export * from './compare-answers.ts';
export { findText, type TextMatch } from './find-text.ts';
export * from './match-line.ts';
export * from './near-words.ts';
export * from './pronunciation.ts';
export * from './relevance.ts';
export * from './search-text.ts';
export * from './sort-key.ts';
export * from './vocabulary.ts';

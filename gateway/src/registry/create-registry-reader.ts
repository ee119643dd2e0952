import { readFile } from 'node:fs/promises';
import { fetchText } from '../http/fetch-text.ts';

/**
 * Creates a function that reads the registry's current text.
 *
 * @param source the registry itself (it begins with `{` or `[`), its http(s) address, or its file path
 */
export function createRegistryReader(source: string): () => Promise<string> {
  if (/^\s*[[{]/.test(source)) return async () => source;
  const url = /^https?:\/\//.test(source) ? new URL(source) : undefined;
  return url ? () => fetchText(url) : () => readFile(source, 'utf8');
}

import { readFile } from 'node:fs/promises';
import { fetchText } from '../http/fetch-text.ts';

/**
 * How the registry's text is read again.
 *
 * @param source the registry itself (it begins with `{` or `[`), its http(s) address, or its file
 */
export function createRegistryReader(source: string): () => Promise<string> {
  if (/^\s*[[{]/.test(source)) return async () => source;
  const url = /^https?:\/\//.test(source) ? new URL(source) : undefined;
  return url ? () => fetchText(url) : () => readFile(source, 'utf8');
}

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';

/** Where places in bundles come from. Repeated errors have the same ones. */
const found = new LRUCache<string, string>({ max: 1_000 });

/**
 * A stack trace with places in the sources instead of those in a bundle. A map is read only for places not seen before, and not
 * kept: decoded, that of a service takes 20 MB.
 */
export function withSourcePositions(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(
    /(file:\/\/\/[^\s()]+\/dist\/[\w.-]+\.js):(\d+):(\d+)/g,
    (place, url, line, column) => {
      const known = found.get(place);
      if (known !== undefined) return known;
      if (!maps.has(url)) maps.set(url, readMap(url));
      const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
      const text =
        entry && 'originalSource' in entry
          ? `${resolve(dirname(fileURLToPath(url)), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
          : place;
      found.set(place, text);
      return text;
    },
  );
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}

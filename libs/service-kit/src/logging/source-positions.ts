import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By the file's URL; undefined when it has no map. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * A stack trace with places in the sources instead of those in a bundle. The bundle's map is read for the first one: with
 * `--enable-source-maps`, Node would keep the maps of all packages in memory from the start.
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(
    /(file:\/\/\/[^\s()]+\/dist\/[\w.-]+\.js):(\d+):(\d+)/g,
    (place, url, line, column) => {
      if (!maps.has(url)) maps.set(url, readMap(url));
      const entry = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!entry || !('originalSource' in entry)) return place;
      const file = resolve(dirname(fileURLToPath(url)), entry.originalSource);
      return `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
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

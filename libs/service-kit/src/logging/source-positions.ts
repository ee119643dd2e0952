import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';

/** A map (https://tc39.es/ecma426/): `mappings` has for each line of the bundle what changes from one segment to the next. */
interface SourceMapFile {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Where places in bundles come from. Repeated errors have the same ones. */
const found = new LRUCache<string, string>({ max: 1_000 });

/**
 * A stack trace with places in the sources instead of those in a bundle. A map is read only for places not seen before, and not
 * kept: decoded, that of a service takes 20 MB.
 */
export function withSourcePositions(stack: string): string {
  const maps = new Map<string, SourceMapFile | undefined>();
  return stack.replace(
    /(file:\/\/\/[^\s()]+\/dist\/[\w.-]+\.js):(\d+):(\d+)/g,
    (place, url, line, column) => {
      const known = found.get(place);
      if (known !== undefined) return known;
      if (!maps.has(url)) maps.set(url, readMap(url));
      const map = maps.get(url);
      const position = map && findSource(map, Number(line) - 1, Number(column) - 1);
      const text = position
        ? `${resolve(dirname(fileURLToPath(url)), position.source)}:${position.at}`
        : place;
      found.set(place, text);
      return text;
    },
  );
}

function readMap(url: string): SourceMapFile | undefined {
  try {
    return JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8'));
  } catch {
    return undefined;
  }
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Map([...base64].map((letter, value) => [letter.charCodeAt(0), value]));
const lineEnd = ';'.charCodeAt(0);
const segmentEnd = ','.charCodeAt(0);

/** The last segment of a line that begins at or before a column. Lines and columns count from 0, those of `at` from 1. */
function findSource({ mappings, sources }: SourceMapFile, line: number, column: number) {
  // Generated column, source, its line and column: each is a difference to the previous segment's.
  const segment = [0, 0, 0, 0];
  let position: { source: string; at: string } | undefined;
  let field = 0;
  let bits = 0;
  let shift = 0;
  for (let index = 0, lineAt = 0; index < mappings.length && lineAt <= line; index++) {
    const code = mappings.charCodeAt(index);
    const digit = digits.get(code);
    if (digit === undefined) {
      field = 0;
      if (code === lineEnd) {
        lineAt += 1;
        segment[0] = 0;
      } else if (code !== segmentEnd) return undefined;
      continue;
    }
    // A variable-length number: five bits a digit, of which the first bit of all is the sign.
    bits |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    segment[field] = (segment[field] ?? 0) + (bits & 1 ? -(bits >> 1) : bits >> 1);
    bits = 0;
    shift = 0;
    const [generated = 0, source = 0, sourceLine = 0, sourceColumn = 0] = segment;
    if (field === 3 && lineAt === line && generated <= column)
      position = { source: sources[source] ?? '', at: `${sourceLine + 1}:${sourceColumn + 1}` };
    field += 1;
  }
  return position;
}

import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Writes strings as the lines of a gzip file and returns their number. */
export async function writeGzipLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  async function* counted() {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  }
  await pipeline(counted, createGzip(), createWriteStream(file, { mode: 0o600 }));
  return count;
}

/** Reads the lines of a file that `writeGzipLines` wrote. */
export function readGzipLines(file: string): AsyncIterable<string> {
  return createInterface({
    input: createReadStream(file).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}

import { Readable } from 'node:stream';

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the header `Range` (RFC 9110, 14.2). @returns undefined to send the whole file: without a header, for another unit,
 * several ranges or an invalid one; `unsatisfiable` when the file has none of the bytes
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // The last bytes.
  if (first === '')
    return Number(last) > 0 && size > 0
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : 'unsatisfiable';
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'unsatisfiable';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/** The bytes of a range of a stream, which ends after them. Files are small: the bytes before are read and discarded. */
export function sliceStream(stream: Readable, range: ByteRange): Readable {
  return Readable.from(bytesOf(stream, range), { objectMode: false });
}

async function* bytesOf(stream: Readable, { start, end }: ByteRange): AsyncIterable<Uint8Array> {
  let at = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    if (at + chunk.length > start) yield chunk.subarray(Math.max(0, start - at), end + 1 - at);
    at += chunk.length;
    if (at > end) return;
  }
}

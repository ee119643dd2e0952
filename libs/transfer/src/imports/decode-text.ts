import { TextDecoder } from 'node:util';
import { ImportFileError, type ImportFileSource } from './importer.ts';

const invalidEncodingCode = 'ERR_ENCODING_INVALID_ENCODED_DATA';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** By the byte order mark; without one, an ASCII character has a zero byte in UTF-16. */
function detectEncoding([first, second]: Buffer): Encoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * The encoding of a text file: UTF-8 or UTF-16, otherwise Windows-1252, which has a character for any byte. Reads it whole.
 * @param start its first bytes
 */
export async function findEncoding(file: ImportFileSource, start: Buffer): Promise<Encoding> {
  const encoding = detectEncoding(start);
  // A byte order mark promises UTF-8: then the file is damaged.
  if (encoding !== 'utf-8' || start.subarray(0, 3).equals(Buffer.from('\uFEFF'))) return encoding;
  try {
    for await (const _ of decodeText(file(), '', encoding));
  } catch (error) {
    if (error instanceof ImportFileError) return 'windows-1252';
    throw error;
  }
  return encoding;
}

/** Decodes the first bytes of a file without a byte order mark or a character that is cut off. Never throws. */
export function decodeStart(start: Buffer, encoding = detectEncoding(start)): string {
  return new TextDecoder(encoding).decode(start, { stream: true });
}

/**
 * Decodes a text file, without byte order mark, in pieces. @param encoding by default UTF-8 or UTF-16
 * @throws ImportFileError with `notUtf8` when it has another
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  notUtf8: string,
  encoding?: Encoding,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(encoding ?? detectEncoding(chunk), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    const isInvalid = (error as { code?: unknown }).code === invalidEncodingCode;
    throw isInvalid ? new ImportFileError(notUtf8) : error;
  }
}

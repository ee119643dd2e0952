import { TextDecoder } from 'node:util';
import { ImportFileError } from './importer.ts';

const invalidEncodingCode = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** By the byte order mark; without one, an ASCII character has a zero byte in UTF-16. */
function detectEncoding([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Decodes the first bytes of a text file in UTF-8 or UTF-16, to recognise its format. Never throws.
 *
 * @returns the text without byte order mark and without a last character that is cut off
 */
export function decodeStart(start: Buffer): string {
  return new TextDecoder(detectEncoding(start)).decode(start, { stream: true });
}

/**
 * Decodes a text file in UTF-8 or UTF-16.
 *
 * @param notUtf8 the problem of a file with another encoding
 * @returns the text without byte order mark, in pieces
 * @throws ImportFileError when the file has another encoding
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>, notUtf8: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(detectEncoding(chunk), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    throw (error as { code?: unknown }).code === invalidEncodingCode ? new ImportFileError(notUtf8) : error;
  }
}

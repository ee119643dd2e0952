import { importMessages } from '@khmer-learning/contracts';
import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json';
import { decodeStart, decodeText } from './decode-text.ts';
import { ImportFileError, type ImportFileSource } from './importer.ts';

/** Maximum bytes between two values: twice the size of the largest lesson in any notation. */
const maxItemBytes = 4 * 1024 * 1024;
/** Maximum tokens between two values, more than in the largest lesson. Validation time grows with their number. */
const maxTokens = 400_000;
const maxItems = 100_000;
const maxDepth = 64;
/** Fields of a file besides its lists. */
const metadataFields = ['format', 'version', 'exportedAt'];

/**
 * Streams parts of a JSON object: the items of the arrays `lists`, and the other `values`.
 * @throws ImportFileError when it is not JSON, has another encoding than UTF-8 or UTF-16, is truncated or too large, or a first
 * item has no title
 */
export async function* streamJsonValues(
  file: ImportFileSource,
  lists: readonly string[],
  values: readonly string[] = [],
) {
  const paths = [...lists.map((name) => `$.${name}.*`), ...values.map((name) => `$.${name}`)];
  const tokenizer = new Tokenizer();
  // Its own decoder takes U+FEFF at the start of any part of a text for a byte order mark, and drops it.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  Object.assign(Reflect.get(tokenizer, 'bufferedString'), { decoder });
  const parser = new TokenParser({ paths, keepStack: false });
  /** With the position in the list, from 1; a value outside a list has none. */
  let found: { readonly name: string; readonly value: unknown; readonly itemNumber: number }[] = [];
  let depth = 0;
  let items = 0;
  let bytesSinceLast = 0;
  let tokensSinceLast = 0;

  tokenizer.onToken = (token) => {
    tokensSinceLast += 1;
    if (tokensSinceLast > maxTokens) throw new ImportFileError(importMessages.itemTooLarge);
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > maxDepth) throw new ImportFileError(importMessages.notTheFormat);
    parser.write(token);
  };
  parser.onValue = ({ value, key, parent, stack }) => {
    bytesSinceLast = 0;
    tokensSinceLast = 0;
    const list = stack.length > 1 ? stack[1]?.key : undefined;
    if (list === undefined) {
      found.push({ name: String(key), value, itemNumber: 0 });
      return;
    }
    if (!Array.isArray(parent)) throw new ImportFileError(importMessages.notTheFormat);
    const itemNumber = Number(key) + 1;
    if (itemNumber === 1 && !hasTitle(value)) throw new ImportFileError(importMessages.notTheFormat);
    items += 1;
    if (items > maxItems) throw new ImportFileError(importMessages.tooManyItems);
    found.push({ name: String(list), value, itemNumber });
  };

  try {
    for await (const text of decodeText(file(), importMessages.notUtf8)) {
      bytesSinceLast += Buffer.byteLength(text);
      tokenizer.write(text);
      if (bytesSinceLast > maxItemBytes) throw new ImportFileError(importMessages.itemTooLarge);
      yield* found;
      found = [];
    }
    if (!tokenizer.isEnded) tokenizer.end();
    if (!parser.isEnded) parser.end();
  } catch (error) {
    throw isParseError(error) ? new ImportFileError(importMessages.broken) : error;
  }
}

/** Every exported item has a title. */
const hasTitle = (value: unknown) => typeof value === 'object' && value !== null && 'title' in value;

/**
 * Checks the format fields of a file, reading no further than them. @param lists the names of its lists
 * @throws ImportFileError when a field is missing or different
 */
export async function assertFileFormat(
  file: ImportFileSource,
  format: { readonly format: string; readonly version: number },
  lists: readonly string[],
): Promise<void> {
  const missing = new Map<string, unknown>(Object.entries(format));
  for await (const { name, value } of streamJsonValues(file, lists, Object.keys(format))) {
    if (!missing.has(name)) continue;
    if (missing.get(name) !== value) break;
    missing.delete(name);
    if (missing.size === 0) return;
  }
  throw new ImportFileError(importMessages.notTheFormat);
}

/** Parser errors. The error for a truncated file has no class of its own. */
function isParseError(error: unknown): boolean {
  if (error instanceof TokenizerError || error instanceof TokenParserError) return true;
  return error instanceof Error && /^(Parser|Tokenizer) ended in mid-parsing/.test(error.message);
}

/** Whether the first bytes may be JSON with these lists, judged by the name of the first field. */
export function looksLikeJson(start: Buffer, lists: readonly string[]): boolean {
  const [, first] = /^\s*\{\s*(?:"([^"]*)"|$)/.exec(decodeStart(start.subarray(0, 256))) ?? [null, null];
  return first !== null && (first === undefined || [...metadataFields, ...lists].includes(first));
}

import { importMessages } from '@khmer-learning/contracts';
import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json';
import { FileProblem, type ImportFile } from './import-kind.ts';

/** A value of a JSON file: an item of one of its lists, or a value beside them. */
export interface JsonValue {
  readonly name: string;
  readonly value: unknown;
  /** Its place in the list, from 1; null when it is none of a list. */
  readonly place: number | null;
}

/** Most bytes between two values: twice what the largest lesson needs, however it is written. */
const longestItem = 4 * 1024 * 1024;
const deepest = 64;

/**
 * Reads the parts of a JSON object that are asked for, one after the other, without ever holding the whole.
 *
 * @param wanted.lists names of arrays, whose items are given; @param wanted.values names of other values
 * @throws FileProblem when it is no JSON, ends too early, or has an item too large to be one of ours
 */
export async function* readJson(
  file: ImportFile,
  wanted: { readonly lists: readonly string[]; readonly values?: readonly string[] },
): AsyncGenerator<JsonValue> {
  const { lists, values = [] } = wanted;
  const paths = [...lists.map((name) => `$.${name}.*`), ...values.map((name) => `$.${name}`)];
  const tokenizer = new Tokenizer();
  const parser = new TokenParser({ paths, keepStack: false });
  let found: JsonValue[] = [];
  let depth = 0;
  let sinceLast = 0;

  tokenizer.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > deepest) throw new FileProblem(importMessages.notTheFormat);
    parser.write(token);
  };
  parser.onValue = ({ value, key, parent, stack }) => {
    sinceLast = 0;
    const list = stack.length > 1 ? stack[1]?.key : undefined;
    if (list === undefined) found.push({ name: String(key), value, place: null });
    else if (Array.isArray(parent)) found.push({ name: String(list), value, place: Number(key) + 1 });
  };

  try {
    for await (const bytes of withoutMark(file())) {
      sinceLast += bytes.length;
      tokenizer.write(bytes);
      if (sinceLast > longestItem) throw new FileProblem(importMessages.itemTooLarge);
      yield* found;
      found = [];
    }
    if (!tokenizer.isEnded) tokenizer.end();
    if (!parser.isEnded) parser.end();
  } catch (error) {
    throw isBroken(error) ? new FileProblem(importMessages.broken) : error;
  }
}

/** What the parser says of a file that is no JSON: its errors for one that ends too early have no class. */
function isBroken(error: unknown): boolean {
  if (error instanceof TokenizerError || error instanceof TokenParserError) return true;
  return error instanceof Error && /^(Parser|Tokenizer) ended in mid-parsing/.test(error.message);
}

const mark = Buffer.from('\uFEFF');

/** Some editors put a byte order mark before the text. */
async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first = true;
  for await (const piece of bytes) {
    yield first && piece.subarray(0, mark.length).equals(mark) ? piece.subarray(mark.length) : piece;
    first = false;
  }
}

/** Whether a file may be JSON with an object in it, by its first bytes. */
export function beginsLikeJson(start: Buffer): boolean {
  return /^\uFEFF?\s*\{/.test(start.toString('utf8', 0, 256));
}

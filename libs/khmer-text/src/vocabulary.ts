import { isBlank, trimInvisible } from './search-text.ts';

/** One row of the vocabulary editor. Fields are plain text, never escaped. */
export interface VocabularyEntry {
  readonly english: string;
  /** Without its square brackets. */
  readonly phonemic: string;
  readonly khmer: string;
  /** The line the row was read from. It is written back unchanged while it still describes the same fields. */
  readonly source?: string;
}

/** A line that is not in the vocabulary format; it is kept until the author deletes it. */
export interface UnparsedLine {
  /** The original line without its line feed. */
  readonly text: string;
  /** Number of rows before it. */
  readonly afterRows: number;
}

/** The parsed vocabulary text of a section. */
export interface Vocabulary {
  readonly rows: readonly VocabularyEntry[];
  /** In text order. */
  readonly unparsedLines: readonly UnparsedLine[];
}

/** A vocabulary entry as external apps receive it; `phonemic` in square brackets. */
export interface VocabularyItem {
  readonly english: string;
  readonly phonemic: string;
  readonly khmer: string;
}

/** A backslash escapes the next character, so an escaped bracket never ends a part. */
const plainPattern = '(?:[^\\[\\]\\\\]|\\\\.)*';
/** The colons of English and Khmer keyboards, and others that look like them. */
const colon = '[:\\u17D6\\uFF1A\\uFE55\\u2236]';
const gap = '[\\s\\p{Default_Ignorable_Code_Point}]*';
const entryPattern = new RegExp(`^(${plainPattern})\\[(${plainPattern})\\]${gap}${colon}(.*)$`, 'su');

/** Characters that must be escaped: format characters, lone surrogates, and at the ends what `trimInvisible` removes. */
const specialPattern =
  /[\\[\]:\n\r]|^(?![\uFE00-\uFE0F])[\s\p{Default_Ignorable_Code_Point}]|(?![\uFE00-\uFE0F])[\s\p{Default_Ignorable_Code_Point}]$|\p{Cs}/gu;

const escapedPattern = /\\(?:([\\[\]:])|([nr])|u([0-9a-fA-F]{4}))/g;

function escapeField(value: string): string {
  return value.replace(specialPattern, (character) => {
    if (/[\\[\]:]/.test(character)) return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    return character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  });
}

function unescapeField(raw: string): string {
  return trimInvisible(raw).replace(
    escapedPattern,
    (_all, sign?: string, lineBreak?: string, code?: string) => {
      if (sign !== undefined) return sign;
      if (lineBreak !== undefined) return lineBreak === 'n' ? '\n' : '\r';
      return String.fromCharCode(Number.parseInt(code ?? '', 16));
    },
  );
}

function parseLine(line: string): VocabularyEntry | null {
  const parts = entryPattern.exec(line);
  if (parts === null) return null;
  const [english = '', phonemic = '', khmer = ''] = parts.slice(1).map(unescapeField);
  return [english, phonemic, khmer].some(isBlank) ? null : { english, phonemic, khmer, source: line };
}

/**
 * Parses a section's vocabulary text: one entry per line, `Where? [nouw-naa?] : នៅណា?`.
 *
 * In: the stored text, any string. Out: a row for every line with all three parts, and an unparsed line for every
 * other visible line. Blank lines are dropped. Never throws.
 *
 * Spaces and invisible characters around a part are ignored, and a part of nothing else is missing. The colon may also be
 * `៖`, `：` or another one of its shape. Within a part, `\\`, `\[`, `\]` and `\:` represent the character after the
 * backslash, `\n` and `\r` line breaks, and `\u` with four hexadecimal digits a UTF-16 code unit; any other backslash
 * is literal. Colons, and brackets in the Khmer part, need no escape. Any other unescaped bracket besides the two
 * around the phonemic is ambiguous, so such a line is not parsed.
 */
export function parseVocabulary(text: string): Vocabulary {
  const rows: VocabularyEntry[] = [];
  const unparsedLines: UnparsedLine[] = [];
  for (const line of text.split('\n')) {
    if (isBlank(line)) continue;
    const row = parseLine(line);
    if (row === null) unparsedLines.push({ text: line, afterRows: rows.length });
    else rows.push(row);
  }
  return { rows, unparsedLines };
}

function describesSameEntry(row: VocabularyEntry, line: string): boolean {
  const parsed = parseLine(line);
  return parsed?.english === row.english && parsed.phonemic === row.phonemic && parsed.khmer === row.khmer;
}

/** The line of a row; `null` for an empty row. */
function formatRow(row: VocabularyEntry): string | null {
  if (row.source !== undefined && describesSameEntry(row, row.source)) return row.source;
  const [english, phonemic, khmer] = [row.english, row.phonemic, row.khmer].map((field) =>
    isBlank(field) ? '' : escapeField(field),
  );
  if (english && phonemic && khmer) return `${english} [${phonemic}] : ${khmer}`;
  if (english && khmer) return `${english}: ${khmer}`;
  if (english && phonemic) return `${english} [${phonemic}]`;
  if (phonemic && khmer) return `[${phonemic}] : ${khmer}`;
  return english || phonemic || khmer || null;
}

/**
 * Serialises rows and unparsed lines as a section's text. The result of `parseVocabulary` is reproduced byte for
 * byte, except for blank lines.
 *
 * In: the rows in order; `unparsedLines` as parsed, without those that the author deleted. Each is placed after
 * `afterRows` rows, or at the end when there are fewer. Out: lines joined by line feeds; `''` for none.
 *
 * - All three fields: `English [phonemic] : Khmer`, escaped so that `parseVocabulary` returns the same row.
 * - Some fields without visible text: `English: Khmer`, `English [phonemic]`, `[phonemic] : Khmer`, or the only part. Such
 *   a line is not in the three-part format: it is parsed as an unparsed line.
 * - Rows without visible text are omitted.
 */
export function serialiseVocabulary(vocabulary: Vocabulary): string {
  return vocabularyLines(vocabulary)
    .flatMap((line) => ('text' in line ? line.text : (formatRow(line) ?? [])))
    .join('\n');
}

/** The rows and the unparsed lines (they have a `text`) in their order. In: as for `serialiseVocabulary`. */
export function vocabularyLines({ rows, unparsedLines }: Vocabulary): (VocabularyEntry | UnparsedLine)[] {
  const places = [
    ...unparsedLines.map((line) => ({ line, at: line.afterRows - 0.5 })),
    ...rows.map((line, at) => ({ line, at })),
  ];
  return places.sort((one, other) => one.at - other.at).map(({ line }) => line);
}

/**
 * The entries of a section's text for `/api/v1`.
 *
 * In: the stored text. Out: one item per line in the three-part format, in order; other lines are ignored.
 */
export function toVocabularyItems(text: string): VocabularyItem[] {
  return parseVocabulary(text).rows.map(({ english, phonemic, khmer }) => ({
    english,
    phonemic: `[${phonemic}]`,
    khmer,
  }));
}

import { isBlank } from './normalise.ts';

/** One row of the vocabulary editor (spec 3, Vocabulary entry). Fields are plain text, never escaped. */
export interface VocabularyEntry {
  readonly english: string;
  /** Without its square brackets. */
  readonly phonemic: string;
  readonly khmer: string;
  /** The line the row was read from. Written back as it is for as long as it still says what the fields say. */
  readonly source?: string;
}

/** A line that is not in the vocabulary format, kept for the author. */
export interface UnparsedLine {
  /** The line as it stands in the text, without its line feed. */
  readonly text: string;
  /** How many rows come before it. */
  readonly afterRows: number;
}

/** A section's vocabulary text, taken apart. */
export interface Vocabulary {
  readonly rows: readonly VocabularyEntry[];
  /** In the order of the text. */
  readonly unparsedLines: readonly UnparsedLine[];
}

/** A vocabulary entry as external apps receive it; `phonemic` in square brackets. */
export interface VocabularyItem {
  readonly english: string;
  readonly phonemic: string;
  readonly khmer: string;
}

/** A backslash takes the next character with it, so an escaped bracket never ends a part. */
const plainPattern = '(?:[^\\[\\]\\\\]|\\\\.)*';
const entryPattern = new RegExp(`^(${plainPattern})\\[(${plainPattern})\\]\\s*:(.*)$`, 's');

/** What would be taken for the format, or lost on the way: spaces at the ends and lone surrogates. */
const specialPattern = /[\\[\]:\n\r]|^\s|\s$|\p{Cs}/gu;

const escapedPattern = /\\(?:([\\[\]:])|([nr])|u([0-9a-fA-F]{4}))/g;

function escapeField(value: string): string {
  return value.replace(specialPattern, (character) => {
    if (/[\\[\]:]/.test(character)) return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function unescapeField(raw: string): string {
  return raw.trim().replace(escapedPattern, (_all, sign?: string, lineBreak?: string, code?: string) => {
    if (sign !== undefined) return sign;
    if (lineBreak !== undefined) return lineBreak === 'n' ? '\n' : '\r';
    return String.fromCharCode(Number.parseInt(code ?? '', 16));
  });
}

function parseLine(line: string): VocabularyEntry | null {
  const parts = entryPattern.exec(line);
  if (parts === null) return null;
  const [english, phonemic, khmer] = parts.slice(1).map(unescapeField);
  return english && phonemic && khmer ? { english, phonemic, khmer, source: line } : null;
}

/**
 * Reads a section's vocabulary text: one entry per line, `Where? [nouw-naa?] : ទៅណា?`.
 *
 * In: the stored text, any string. Out: a row for every line with all three parts, and every other line
 * with something to see as a stray line. Blank lines are dropped. Never throws.
 *
 * Spaces around a part do not count. In a part, `\\`, `\[`, `\]` and `\:` stand for the character after
 * the backslash, `\n` and `\r` for line breaks, and `\u` with four hexadecimal digits for a UTF-16 code unit;
 * any other backslash is a backslash. Colons need no escape, nor do brackets in the Khmer; an unescaped
 * bracket more than the two around the phonemic leaves open where it ends, so such a line is a stray line.
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

/** The line of a row, `null` for an empty one. */
function formatRow(row: VocabularyEntry): string | null {
  if (row.source !== undefined && describesSameEntry(row, row.source)) return row.source;
  const english = escapeField(row.english);
  const phonemic = escapeField(row.phonemic);
  const khmer = escapeField(row.khmer);
  if (english && phonemic && khmer) return `${english} [${phonemic}] : ${khmer}`;
  if (isBlank(row.english + row.phonemic + row.khmer)) return null;
  if (english && khmer) return `${english}: ${khmer}`;
  if (english && phonemic) return `${english} [${phonemic}]`;
  if (phonemic && khmer) return `[${phonemic}] : ${khmer}`;
  return english || phonemic || khmer;
}

/**
 * Writes rows, and the lines that are none, as a section's text. What `parseVocabulary` returned comes out
 * byte for byte, blank lines aside.
 *
 * In: the rows in order; `unparsedLines` as they were parsed, less those the author deleted. Each goes after as
 * many rows as it says, or at the end when there are fewer. Out: lines joined by line feeds; `''` for none.
 *
 * - All three fields: `English [phonemic] : Khmer`, escaped so that `parseVocabulary` gives the same row back.
 * - Some fields empty: `English: Khmer`, `English [phonemic]`, `[phonemic] : Khmer`, or the one part there is
 *   (spec 3). Such a line is not the three-part format: it is read back as a stray line, with its text.
 * - Rows with all three fields empty, or with some empty and nothing visible in the others, are left out.
 */
export function serialiseVocabulary({ rows, unparsedLines }: Vocabulary): string {
  const lines: string[] = [];
  let nextUnparsed = 0;
  const appendUnparsedLines = (rowsWritten: number): void => {
    for (
      let unparsed = unparsedLines[nextUnparsed];
      unparsed && unparsed.afterRows <= rowsWritten;
      unparsed = unparsedLines[nextUnparsed]
    ) {
      lines.push(unparsed.text);
      nextUnparsed += 1;
    }
  };
  rows.forEach((row, index) => {
    appendUnparsedLines(index);
    const line = formatRow(row);
    if (line !== null) lines.push(line);
  });
  appendUnparsedLines(Number.POSITIVE_INFINITY);
  return lines.join('\n');
}

/**
 * The entries of a section's text as `/api/v1` gives them (decisions, API keys and `/api/v1`).
 *
 * In: the stored text. Out: one item per line in the three-part format, in order; other lines are not items.
 */
export function toVocabularyItems(text: string): VocabularyItem[] {
  return parseVocabulary(text).rows.map(({ english, phonemic, khmer }) => ({
    english,
    phonemic: `[${phonemic}]`,
    khmer,
  }));
}

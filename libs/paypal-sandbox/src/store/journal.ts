import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const toJsonLines = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function parseLine(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    // The process was killed while writing the last line.
    return [];
  }
}

/** Opens a journal; empty when the file does not exist. */
export function openJournal(file: string) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return {
    /** The lines at the time of opening. */
    lines: text.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line))),
    /** Written when this returns, before the response is sent. */
    append: (line: unknown): void => appendFileSync(file, toJsonLines([line]), { mode: 0o600 }),
    /** Replaces all lines. */
    rewrite(lines: readonly unknown[]): void {
      writeFileSync(`${file}.new`, toJsonLines(lines), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

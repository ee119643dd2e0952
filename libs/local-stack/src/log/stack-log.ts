import { createWriteStream, existsSync, mkdirSync, renameSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { formatLogLine, parseLogLine } from './log-line.ts';

/** Where a process's lines go: all to its file, those worth reading to the terminal. */
export interface StackLog {
  /**
   * Takes what one process writes.
   * @param name begins each line on the terminal and names the file `<name>.log`
   * @param fileOnly to the file only: for servers that talk about themselves
   */
  lineWriter(name: string, fileOnly?: boolean): (line: string) => void;
  /** Says something of our own. */
  info(name: string, text: string): void;
  close(): Promise<void>;
}

/** The least level shown on the terminal. */
const minTerminalLevel = 30;

/**
 * Opens the log files of one run; those of the run before are kept as `<name>.previous.log`.
 * @param folder made when missing
 * @param write takes each line for the terminal; no line break at its end
 */
export function openStackLog(folder: string, write: (line: string) => void): StackLog {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, WriteStream>();
  const fileOf = (name: string): WriteStream => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const path = join(folder, `${name}.log`);
    if (existsSync(path)) renameSync(path, join(folder, `${name}.previous.log`));
    const file = createWriteStream(path);
    files.set(name, file);
    return file;
  };

  return {
    lineWriter(name, fileOnly = false) {
      const file = fileOf(name);
      return (line) => {
        file.write(`${line}\n`);
        const logLine = parseLogLine(line);
        if (!fileOnly && logLine.level >= minTerminalLevel) write(formatLogLine(name, logLine, colour));
      };
    },
    info(name, text) {
      const logLine = { text, level: minTerminalLevel, at: new Date() };
      fileOf(name).write(`${formatLogLine(name, logLine, false)}\n`);
      write(formatLogLine(name, logLine, colour));
    },
    async close() {
      for (const file of files.values()) file.end();
      await Promise.all([...files.values()].map((file) => finished(file)));
    },
  };
}

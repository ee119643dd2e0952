import { createWriteStream, existsSync, mkdirSync, renameSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { formatLogLine, parseLogLine } from './log-line.ts';

/** Writes all lines of a process to its file, and important ones to the terminal. */
export type StackLog = ReturnType<typeof openStackLog>;

/** Minimum level shown on the terminal. */
const minTerminalLevel = 30;

/**
 * Opens the log files of a run; the previous run's files are kept as `<name>.previous.log`.
 *
 * @param folder created when missing
 * @param write receives each terminal line, without a line break
 */
export function openStackLog(folder: string, write: (line: string) => void) {
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
    /**
     * Returns a writer for the lines of one process.
     *
     * @param name prefix on the terminal, and name of the file `<name>.log`
     * @param fileOnly writes to the file only, for verbose servers
     */
    lineWriter(name: string, fileOnly: boolean = false): (line: string) => void {
      const file = fileOf(name);
      return (line) => {
        file.write(`${line}\n`);
        const logLine = parseLogLine(line);
        if (!fileOnly && logLine.level >= minTerminalLevel) write(formatLogLine(name, logLine, colour));
      };
    },
    /** Writes a message of the stack itself. */
    info(name: string, text: string): void {
      const logLine = { text, level: minTerminalLevel, at: new Date() };
      fileOf(name).write(`${formatLogLine(name, logLine, false)}\n`);
      write(formatLogLine(name, logLine, colour));
    },
    async close(): Promise<void> {
      for (const file of files.values()) file.end();
      await Promise.all([...files.values()].map((file) => finished(file)));
    },
  };
}

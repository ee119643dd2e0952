import { styleText } from 'node:util';

/** One line of a process's output, for the terminal. */
export interface LogLine {
  text: string;
  /** pino's levels: below 30 detail, 30 information, 40 warning, 50 error. */
  level: number;
  at: Date;
}

const detailLevel = 20;
const infoLevel = 30;
const warnLevel = 40;
const errorLevel = 50;

/** Fields that are shown separately, or are not useful on the terminal. */
const hiddenFields = new Set(['level', 'time', 'service', 'pid', 'hostname', 'msg', 'err', 'requestId']);

function formatField([name, value]: [string, unknown]): string {
  return `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** The message of a warning's error, the whole stack of an error's. */
function errorDetailOf(err: unknown, level: number): string[] {
  if (typeof err !== 'object' || err === null) return [];
  if (level >= errorLevel && 'stack' in err && typeof err.stack === 'string') return [err.stack];
  return 'message' in err && typeof err.message === 'string' ? [err.message] : [];
}

/** A request log entry, which every involved process writes. Only the gateway's failures are shown on the terminal. */
function parseRequestEntry(entry: Record<string, unknown>): Pick<LogLine, 'text' | 'level'> | undefined {
  const { method, route, status, ms, service } = entry;
  if (typeof method !== 'string' || typeof route !== 'string' || typeof status !== 'number') return undefined;
  const isGatewayFailure = status >= 400 && service === 'gateway';
  return {
    text: `${method} ${route} ${status} in ${ms} ms`,
    level: isGatewayFailure ? infoLevel : detailLevel,
  };
}

/**
 * Parses one line of a process's output: a pino JSON line becomes its message and fields, an error its stack; other
 * lines are unchanged.
 */
export function parseLogLine(line: string): LogLine {
  let entry: Record<string, unknown> | undefined;
  try {
    const parsed: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
    if (typeof parsed === 'object' && parsed !== null) entry = { ...parsed };
  } catch {
    // Not valid JSON.
  }
  if (entry === undefined || typeof entry.msg !== 'string')
    return { text: line, level: infoLevel, at: new Date() };

  const fields = Object.entries(entry).filter(([name]) => !hiddenFields.has(name));
  const level = typeof entry.level === 'number' ? entry.level : infoLevel;
  const at =
    typeof entry.time === 'string' || typeof entry.time === 'number' ? new Date(entry.time) : new Date();
  const request = parseRequestEntry(entry);
  if (request !== undefined) return { ...request, at };
  return {
    text: [entry.msg, ...fields.map(formatField), ...errorDetailOf(entry.err, level)].join(' '),
    level,
    at,
  };
}

function formatTime(at: Date): string {
  return at.toLocaleTimeString('en-GB', { hour12: false });
}

/** Formats a line for the terminal: `12:03:04 content   Listening address=http://127.0.0.1:4102`. */
export function formatLogLine(name: string, { text, level, at }: LogLine, colour: boolean): string {
  const label = level >= errorLevel ? 'error: ' : level >= warnLevel ? 'warning: ' : '';
  const who = name.padEnd(10);
  if (!colour) return `${formatTime(at)} ${who} ${label}${text}`;
  const tone =
    level >= errorLevel ? 'red' : level >= warnLevel ? 'yellow' : level < infoLevel ? 'gray' : undefined;
  const body = tone === undefined ? label + text : styleText(tone, label + text);
  return `${styleText('gray', formatTime(at))} ${styleText('cyan', who)} ${body}`;
}

import { formatLogLine, parseLogLine } from './log-line.ts';

const time = new Date(2026, 0, 31, 12, 3, 4).toISOString();
const pino = (entry: object) =>
  formatLogLine('content', parseLogLine(JSON.stringify({ level: 30, time, ...entry })), false);

test('a log entry shows its time, process, message and fields', () => {
  expect(pino({ service: 'content', msg: 'Listening', address: 'http://127.0.0.1:4102' })).toBe(
    '12:03:04 content    Listening address=http://127.0.0.1:4102',
  );
});

test('warnings show their error message, errors their stack', () => {
  const err = { message: 'gone', stack: 'Error: gone\n  at x' };
  expect(pino({ level: 40, msg: 'Slow', ms: 12, err })).toBe('12:03:04 content    warning: Slow ms=12 gone');
  expect(pino({ level: 50, msg: 'Failed', err })).toBe(
    '12:03:04 content    error: Failed Error: gone\n  at x',
  );
});

test('a completed request is shown only when the gateway returned an error', () => {
  const request = { msg: 'Request answered', method: 'GET', route: '/api/lessons', ms: 3.2 };
  const level = (entry: object) =>
    parseLogLine(JSON.stringify({ level: 30, time, ...request, ...entry })).level;
  expect(pino({ ...request, service: 'gateway', status: 404 })).toContain('GET /api/lessons 404 in 3.2 ms');
  expect(level({ service: 'gateway', status: 404 })).toBe(30);
  expect(level({ service: 'gateway', status: 201 })).toBeLessThan(30);
  expect(level({ service: 'content', status: 404 })).toBeLessThan(30);
});

test('a line that is not a log entry is unchanged', () => {
  expect(parseLogLine('{ not json').text).toBe('{ not json');
  expect(parseLogLine('{"ok":true}').text).toBe('{"ok":true}');
  expect(formatLogLine('nats', { text: 'plain', level: 30, at: new Date(time) }, false)).toBe(
    '12:03:04 nats       plain',
  );
});

import { createLogger } from './logger.ts';

function logged(value: object): string {
  const lines: string[] = [];
  const logger = createLogger({ service: 'users', destination: { write: (line) => void lines.push(line) } });
  logger.info(value, 'message');
  return lines.join('');
}

test('a line is JSON with the service, the time and the level', () => {
  expect(JSON.parse(logged({ a: 1 }))).toMatchObject({ service: 'users', a: 1, msg: 'message', level: 30 });
  expect(Date.parse(JSON.parse(logged({})).time)).toBeGreaterThan(0);
});

test.each([
  [{ password: 'hunter2' }],
  [{ user: { password: 'hunter2', confirmPassword: 'hunter2' } }],
  [{ body: { currentPassword: 'hunter2', newPassword: 'hunter2' } }],
  [
    {
      req: {
        headers: { authorization: 'Bearer hunter2', cookie: 'session=hunter2', 'x-api-key': 'hunter2' },
      },
    },
  ],
  [{ res: { headers: { 'set-cookie': ['session=hunter2'] } } }],
  [{ headers: { 'x-internal-token': 'hunter2' } }],
  [{ a: { b: { c: { token: 'hunter2' } } } }],
  [{ apiKey: 'hunter2', secret: 'hunter2', passwordHash: 'hunter2' }],
])('a secret is not written: %j', (value) => {
  const line = logged(value);
  expect(line).not.toContain('hunter2');
  expect(line).toContain('[redacted]');
});

test('an error is logged with its stack', () => {
  expect(JSON.parse(logged({ err: new Error('why') })).err).toMatchObject({
    message: 'why',
    stack: expect.any(String),
  });
});

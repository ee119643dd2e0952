import NodeEnvironment from './jest-node-environment.cjs';

const library = { answer: () => 'real' };

it('restores variables, globals and spies after a file, and leaves what shared modules have stored', async () => {
  const { env } = process;
  env.KEPT = 'before';
  const { fetch, console: consoleBefore } = globalThis;
  const exitBefore = process.exit;
  const registered = Symbol.for('khmer-learning.test-registry');
  const environment = new NodeEnvironment({ projectConfig: { fakeTimers: {} } });

  environment.moduleMocker.spyOn(library, 'answer').mockReturnValue('spy');
  env.KEPT = 'changed';
  env.ADDED = 'new';
  process.exit = () => undefined;
  globalThis.fetch = () => undefined;
  globalThis.console = {};
  const unregistered = Symbol('state of one file');
  globalThis[unregistered] = globalThis[registered] = 'stored';
  expect(library.answer()).toBe('spy');
  await environment.teardown();

  expect(library.answer()).toBe('real');
  expect([env.KEPT, env.ADDED]).toEqual(['before', undefined]);
  expect([process.exit, globalThis.fetch, globalThis.console]).toEqual([exitBefore, fetch, consoleBefore]);
  expect([globalThis[unregistered], globalThis[registered]]).toEqual([undefined, 'stored']);
  delete globalThis[registered];
  delete env.KEPT;
});

import { countTests, failedFiles, mergeRerun } from './jest-results.mjs';

const test = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
const file = (name, status, ...assertionResults) => ({ name, status, message: '', assertionResults });

const stable = file('a.test.ts', 'passed', test('adds', 'passed'), test('is planned', 'todo'));
const red = '\u001b[31m';
const failedFirst = file(
  'b.test.ts',
  'failed',
  test('saves', 'passed'),
  test('sends', 'failed', `Error: ${red}expected 2\n\nReceived: 1\n    at Object.toBe (b.test.ts:3:4)`),
);
const passedThen = file('b.test.ts', 'passed', test('saves', 'passed'), test('sends', 'passed'));

it('counts passed, failed and skipped tests', () => {
  const skipped = file('c.test.ts', 'skipped', test('needs Linux', 'pending'));
  expect(countTests([stable, failedFirst, skipped])).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

it('counts a file that fails outside of its tests as one failed test', () => {
  const cannotRun = file('c.test.ts', 'failed');
  const failsAtTheEnd = file('d.test.ts', 'failed', test('adds', 'passed'));
  expect(countTests([cannotRun, failsAtTheEnd])).toEqual({ passed: 1, failed: 2, skipped: 0 });
  expect(failedFiles([stable, cannotRun, failsAtTheEnd])).toEqual(['c.test.ts', 'd.test.ts']);
});

describe('a file that failed', () => {
  it('counts as passed if it passes when run again, and is listed with its first failure', () => {
    const { files, unstable } = mergeRerun([stable, failedFirst], [passedThen]);
    expect(countTests(files)).toEqual({ passed: 3, failed: 0, skipped: 1 });
    expect(unstable).toEqual([
      { file: 'b.test.ts', tests: [{ name: 'sends', message: 'Error: expected 2\n\nReceived: 1' }] },
    ]);
  });

  it('is listed with its own message if it failed outside of its tests', () => {
    const first = {
      ...file('b.test.ts', 'failed'),
      message: 'connect ECONNREFUSED\n    at connect (net.js)',
    };
    expect(mergeRerun([first], [passedThen]).unstable).toEqual([
      { file: 'b.test.ts', tests: [{ name: '(the file)', message: 'connect ECONNREFUSED' }] },
    ]);
  });

  it.each([
    ['the same test fails again', [failedFirst]],
    [
      'another test fails then',
      [file('b.test.ts', 'failed', test('saves', 'failed', 'x'), test('sends', 'passed'))],
    ],
    ['it cannot run again', [file('b.test.ts', 'failed')]],
    ['it runs no tests then', [file('b.test.ts', 'skipped', test('sends', 'pending'))]],
    ['it is not run again', []],
  ])('counts as failed if %s', (_case, rerun) => {
    const { files, unstable } = mergeRerun([stable, failedFirst], rerun);
    expect(countTests(files)).toEqual({ passed: 2, failed: 1, skipped: 1 });
    expect(unstable).toEqual([]);
  });
});

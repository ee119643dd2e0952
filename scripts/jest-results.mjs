import { stripVTControlCharacters } from 'node:util';

/**
 * The part of a test file's result in Jest's JSON report that is used here.
 * @typedef {{
 *   name: string,
 *   status: string,
 *   message: string,
 *   assertionResults: {fullName: string, status: string, failureMessages: string[]}[],
 * }} TestFile
 */

/**
 * Counts the tests of files. A failed file without a failed test (it could not run, or a hook failed after its tests)
 * counts as one failed test.
 * @param {TestFile[]} files
 * @returns {{passed: number, failed: number, skipped: number}}
 */
export function countTests(files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of files) {
    const of = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
    const [passed, failed] = [of('passed'), of('failed')];
    counts.passed += passed;
    counts.failed += status === 'failed' ? Math.max(1, failed) : failed;
    counts.skipped += assertionResults.length - passed - failed;
  }
  return counts;
}

/**
 * The names of the files with a failed test.
 * @param {TestFile[]} files
 */
export function failedFiles(files) {
  return files.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * Merges the second run of failed files into the results of the first run. A file that passed in the second run counts
 * as in that run, any other as in the first.
 * @param {TestFile[]} files
 * @param {TestFile[]} rerun
 * @returns {{files: TestFile[], unstable: {file: string, tests: {name: string, message: string}[]}[]}} `unstable`: the
 *   files that failed first and passed then, with the tests that failed first and the message of each one's failure
 */
export function mergeRerun(files, rerun) {
  const passedAgain = new Map(
    rerun.flatMap((file) => {
      const { passed, failed } = countTests([file]);
      return passed > 0 && failed === 0 ? [[file.name, file]] : [];
    }),
  );
  return {
    files: files.map((file) => passedAgain.get(file.name) ?? file),
    unstable: files
      .filter(({ name, status }) => status === 'failed' && passedAgain.has(name))
      .map((file) => ({ file: file.name, tests: findFailures(file) })),
  };
}

/** The failed tests of a file; the file itself, if it failed outside of its tests. */
function findFailures({ message, assertionResults }) {
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  if (tests.length === 0) return [{ name: '(the file)', message: withoutStack(message) }];
  return tests.map(({ fullName, failureMessages: [first = ''] }) => ({
    name: fullName,
    message: withoutStack(first),
  }));
}

/** A failure's message without colours and without the stack. */
function withoutStack(message) {
  return stripVTControlCharacters(message)
    .split(/\n\s+at /)[0]
    .trim();
}

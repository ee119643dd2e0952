/** The ring of a run of the tests: `npm test` runs the fast one, `npm run test:full` (TEST_DEPTH=full) the deep one too. */

/**
 * How much a test does in each ring: the runs of a property, the rows, the rounds.
 * @param fast in `npm test`
 * @param full in `npm run test:full`
 */
declare function depth<Size>(fast: Size, full: Size): Size;

/** Tests of the deep ring alone: `npm test` does not register them. */
declare const deep: {
  readonly it: Pick<jest.It, 'each'> &
    ((name: string, test: jest.ProvidesCallback, timeoutMs?: number) => void);
  readonly describe: Pick<jest.Describe, 'each'> & ((name: string, tests: () => void) => void);
};

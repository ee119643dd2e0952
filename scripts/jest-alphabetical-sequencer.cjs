/** Runs the test files in the order of their names, so that stories on the shared product find the same data. */
module.exports = class {
  sort(tests) {
    return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Discards the durations, which would change the order. */
  cacheResults() {}
};

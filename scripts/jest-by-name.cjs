/** Runs the files in the order of their names: stories that share a product find the same data in each run. */
module.exports = class {
  sort(tests) {
    return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Keeps no times: they would change the order. */
  cacheResults() {}
};

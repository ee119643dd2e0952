const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const root = join(__dirname, '..');

function recordedCosts() {
  try {
    const rows = readFileSync(join(__dirname, 'test-costs.tsv'), 'utf8').trimEnd().split('\n').slice(1);
    return new Map(
      rows.map((row) => row.split('\t')).map(([file, fast, full]) => [file, Number(full || fast)]),
    );
  } catch {
    return new Map();
  }
}

/** Runs the most expensive test files first, so that no worker is left with one at the end. New files come first. */
module.exports = class {
  sort(tests) {
    const costs = recordedCosts();
    const costOf = ({ path }) => costs.get(relative(root, path)) ?? Number.POSITIVE_INFINITY;
    const sorted = tests.map((test) => ({ test, cost: costOf(test) }));
    sorted.sort((one, other) => (one.cost === other.cost ? 0 : other.cost - one.cost));
    return sorted.map(({ test }) => test);
  }

  cacheResults() {}
};

import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './set-up.mjs';

/** Processor seconds of each test file in both rings, on the machine of the reference. */
const tableFile = join(root, 'scripts/test-costs.tsv');
/** What `calibrate` of jest-costs.cjs takes on that machine, beside other tests. */
const referenceCalibration = 0.02;

/** `npm test` says so above this growth of the sum, and fails above that one. */
export const warnAbove = 0.05;
export const failAbove = 0.15;

/** @typedef {'fast' | 'full'} Ring */
/** @typedef {Map<string, {fast?: number, full?: number}>} Costs seconds by file, relative to the root */

/**
 * @param {string} text
 * @returns {Costs}
 */
export function parseTable(text) {
  const rows = text.trimEnd().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [file, ...columns] = row.split('\t');
      const [fast, full] = columns.map((column) => (column === '' ? undefined : Number(column)));
      return [file, { fast, full }];
    }),
  );
}

/** @param {Costs} costs */
export function formatTable(costs) {
  const rows = [...costs]
    .filter(([, { fast, full }]) => fast !== undefined || full !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, { fast, full }]) => [file, fast?.toFixed(1) ?? '', full?.toFixed(1) ?? ''].join('\t'));
  return `${['file\tfast\tfull', ...rows].join('\n')}\n`;
}

function readTable() {
  try {
    return parseTable(readFileSync(tableFile, 'utf8'));
  } catch {
    return new Map();
  }
}

const sumOf = (numbers) => numbers.reduce((total, number) => total + number, 0);
const meanOf = (numbers) => sumOf(numbers) / numbers.length;

/**
 * The costs of the files of a run, calibrated: what they would take on the machine of the reference.
 * @param {string} lines of the file that the test environments wrote
 * @param {number} total processor seconds of all that ran meanwhile; what is not in a file (servers, checks, Jest itself)
 *   becomes a row of its own
 * @returns {Map<string, number>} seconds by file
 */
export function calibrateRun(lines, total) {
  const measured = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  if (measured.length === 0) return new Map();
  // Not the median: on a machine whose speed varies, the sum of the costs grows with the mean.
  const factor = referenceCalibration / meanOf(measured.map(({ calibration }) => calibration));
  const costs = new Map();
  for (const { file, seconds } of measured) {
    const path = relative(root, file);
    // Tests that a test runs in a copy of the repository.
    if (path.startsWith('..')) continue;
    costs.set(path, (costs.get(path) ?? 0) + seconds * factor);
  }
  const rest = total - sumOf(measured.map(({ seconds }) => seconds));
  costs.set('(servers, checks and Jest)', Math.max(0, rest) * factor);
  return costs;
}

/**
 * Compares a whole run with the table.
 * @param {Map<string, number>} run seconds by file
 * @param {Ring} ring
 * @param {Costs} [table]
 * @returns {{seconds: number, recorded: number, growth: number}} sums; `growth` is 0.1 for a tenth more, 0 without a
 *   record
 */
export function compareCosts(run, ring, table = readTable()) {
  const seconds = sumOf([...run.values()]);
  const recorded = sumOf([...table.values()].map((row) => row[ring] ?? 0));
  return { seconds, recorded, growth: recorded === 0 ? 0 : seconds / recorded - 1 };
}

/**
 * Writes a run into the table.
 * @param {Map<string, number>} run
 * @param {Ring} ring
 */
export function recordCosts(run, ring) {
  const table = readTable();
  for (const row of table.values()) row[ring] = undefined;
  for (const [file, seconds] of run) table.set(file, { ...table.get(file), [ring]: seconds });
  writeFileSync(tableFile, formatTable(table));
}

const { createHash } = require('node:crypto');
const { appendFileSync, readFileSync } = require('node:fs');

/** The file to which the test environments write what each test file cost; without it, nothing is measured. */
const { TEST_COSTS_FILE: costsFile } = process.env;
const ticksPerSecond = 100;

/**
 * Processor seconds of this process and of the child processes that it has waited for. The latter are known only on
 * Linux.
 */
function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

function secondsOfChildren() {
  if (process.platform !== 'linux') return 0;
  // The name in parentheses may have blanks. After it, `cutime` and `cstime` are the 14th and 15th field (proc(5)).
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** What tests mostly do, in small: parse and write JSON, compare strings, fill maps, hash. Takes about 15 ms. */
function calibrate() {
  const rows = Array.from({ length: 1_500 }, (_, id) => ({
    id,
    title: `Lesson ${id}`,
    tags: [id % 7, 'khmer'],
  }));
  const before = process.cpuUsage();
  for (let round = 0; round < 8; round += 1) {
    const parsed = JSON.parse(JSON.stringify(rows));
    const byTitle = new Map(parsed.map((row) => [row.title.toLowerCase(), row]));
    const sorted = [...byTitle.keys()].sort((one, other) => (one < other ? 1 : -1));
    createHash('sha256')
      .update(sorted.join('\n').replace(/\d+/g, (digits) => `<${digits}>`))
      .digest('hex');
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Measures a test file from here on, if there is one. The returned function ends it and writes its costs. */
function measureCosts(file) {
  if (costsFile === undefined || file === undefined) return () => undefined;
  const calibration = calibrate();
  const before = processorSeconds();
  return () => {
    const seconds = processorSeconds() - before;
    appendFileSync(costsFile, `${JSON.stringify({ file, seconds, calibration })}\n`);
  };
}

module.exports = { measureCosts, processorSeconds };

import { join } from 'node:path';
import { root } from './set-up.mjs';
import { calibrateRun, compareCosts, formatTable, parseTable } from './test-costs.mjs';

const line = (file, seconds, calibration) => JSON.stringify({ file: join(root, file), seconds, calibration });

it('compares runs on machines of any speed: seconds are divided by what the calibration took', () => {
  const run = calibrateRun([line('a.test.ts', 4, 0.02), line('b.test.ts', 2, 0.02)].join('\n'), 10);
  expect(Object.fromEntries(run)).toEqual({
    'a.test.ts': 4,
    'b.test.ts': 2,
    '(servers, checks and Jest)': 4,
  });
  expect(
    calibrateRun([line('a.test.ts', 4, 0.02), line('../copy/a.test.ts', 1, 0.02)].join('\n'), 5),
  ).toEqual(
    new Map([
      ['a.test.ts', 4],
      ['(servers, checks and Jest)', 0],
    ]),
  );
  const slower = calibrateRun([line('a.test.ts', 8, 0.04), line('b.test.ts', 4, 0.04)].join('\n'), 20);
  expect(slower).toEqual(run);
});

it('sums the rows of the ring that ran', () => {
  const table = parseTable('file\tfast\tfull\na.test.ts\t3.0\t6.0\nb.deep.test.ts\t\t14.0\n');
  const run = new Map([['a.test.ts', 3.3]]);
  expect(compareCosts(run, 'fast', table)).toEqual({
    seconds: 3.3,
    recorded: 3,
    growth: expect.closeTo(0.1),
  });
  expect(compareCosts(run, 'full', table).recorded).toBe(20);
  expect(compareCosts(run, 'fast', new Map()).growth).toBe(0);
});

it('writes the table as it reads it', () => {
  const text = 'file\tfast\tfull\na.test.ts\t3.0\t6.0\nb.deep.test.ts\t\t14.0\n';
  expect(formatTable(parseTable(text))).toBe(text);
});

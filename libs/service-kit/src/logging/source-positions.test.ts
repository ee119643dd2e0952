import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { withSourcePositions } from './source-positions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'positions-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('names the places in the sources of a bundle, and leaves those without a map as they are', async () => {
  const source = join(folder, 'thrower.ts');
  const caller = join(folder, 'caller.ts');
  await writeFile(
    source,
    'type Reason = string;\n\nexport function fail(reason: Reason) {\n  throw Error(reason);\n}\n',
  );
  await writeFile(
    caller,
    "import { fail } from './thrower.ts';\n\nexport const start = () => fail('why');\n",
  );
  const outfile = join(folder, 'dist/server.js');
  await build({ entryPoints: [caller], outfile, bundle: true, format: 'esm', sourcemap: true });
  const lines = (await readFile(outfile, 'utf8')).split('\n');
  const placeOf = (text: string) => {
    const line = lines.findIndex((one) => one.includes(text));
    return `${pathToFileURL(outfile).href}:${line + 1}:${(lines[line]?.indexOf(text) ?? 0) + 1}`;
  };
  const stackWith = (failing: string, calling: string) =>
    `Error: why\n  at fail (${failing})\n  at start (${calling})\n  at (file:///somewhere/dist/other.js:1:1)`;
  const stack = stackWith(placeOf('Error(reason)'), placeOf('fail("why")'));
  for (const _again of [1, 2])
    expect(withSourcePositions(stack)).toBe(stackWith(`${source}:4:9`, `${caller}:3:28`));
});

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
  await writeFile(
    source,
    'type Reason = string;\n\nexport function fail(reason: Reason) {\n  throw Error(reason);\n}\n',
  );
  const outfile = join(folder, 'dist/server.js');
  await build({ entryPoints: [source], outfile, bundle: true, format: 'esm', sourcemap: true });
  const lines = (await readFile(outfile, 'utf8')).split('\n');
  const line = lines.findIndex((text) => text.includes('Error(reason)'));
  const column = lines[line]?.indexOf('Error') ?? 0;
  const elsewhere = 'at start (file:///somewhere/dist/other.js:1:1)';
  const stack = `Error: why\n  at fail (${pathToFileURL(outfile).href}:${line + 1}:${column + 1})\n  ${elsewhere}`;
  expect(withSourcePositions(stack)).toBe(`Error: why\n  at fail (${source}:4:9)\n  ${elsewhere}`);
});

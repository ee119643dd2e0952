import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';

const run = promisify(execFile);

/** Hermes, the engine of React Native, runs everything of ES2017. */
const target = 'es2017';

/** Leaves out the methods that the scheduler adds to `Date` and does not use: they would replace an app's own. */
const withoutDateMethods: Plugin = {
  name: 'without-date-methods',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ts-fsrs[\\/].*\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^Date\.prototype\.\w+ = [\s\S]*?^\};$/gm, ''),
    }));
  },
};

const formats = { esm: 'module', cjs: 'commonjs' } as const;

/**
 * Builds the package that apps install: `esm` and `cjs` with their types, without dependencies:
 * the scheduler of reviews is bundled.
 *
 * @param packageFolder absolute path of libs/client
 * @param outdir absolute path; it is emptied first
 */
export async function buildClient(packageFolder: string, outdir: string): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  for (const [format, type] of Object.entries(formats) as [keyof typeof formats, string][]) {
    await build({
      entryPoints: [join(packageFolder, 'src/index.ts')],
      outfile: join(outdir, format, 'index.js'),
      bundle: true,
      format,
      platform: 'neutral',
      target,
      minifyWhitespace: true,
      legalComments: 'none',
      plugins: [withoutDateMethods],
      logLevel: 'warning',
    });
    await writeFile(join(outdir, format, 'package.json'), JSON.stringify({ type }));
  }
  await writeTypes(packageFolder, outdir);
  await writeManifest(packageFolder, outdir);
  await cp(join(packageFolder, 'README.md'), join(outdir, 'README.md'));
  const scheduler = join(packageFolder, '../../node_modules/ts-fsrs/LICENSE');
  await cp(scheduler, join(outdir, 'LICENSE-ts-fsrs'));
}

/** The types of both formats. They also show that the client uses no global of Node or of browsers. */
async function writeTypes(packageFolder: string, outdir: string): Promise<void> {
  const compiler = join(packageFolder, '../../node_modules/typescript/bin/tsc');
  const types = join(outdir, 'esm');
  const project = join(packageFolder, 'tsconfig.package.json');
  await run(process.execPath, [compiler, '-p', project, '--outDir', types]);
  for (const file of await readdir(types, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = await readFile(join(types, file), 'utf8');
    const renamed = text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'");
    for (const format of Object.keys(formats)) {
      const copy = join(outdir, format, file);
      await mkdir(join(copy, '..'), { recursive: true });
      await writeFile(copy, renamed);
    }
  }
}

async function writeManifest(packageFolder: string, outdir: string): Promise<void> {
  const { name, version, description } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  );
  const entry = (format: keyof typeof formats) => ({
    types: `./${format}/index.d.ts`,
    default: `./${format}/index.js`,
  });
  const manifest = {
    name,
    version,
    description,
    sideEffects: false,
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './cjs/index.d.ts',
    exports: { '.': { import: entry('esm'), require: entry('cjs') }, './package.json': './package.json' },
    engines: { node: '>=18' },
    files: ['esm', 'cjs', 'LICENSE-ts-fsrs'],
  };
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Child, findChromium, freePort, repoRoot, startChild } from '@khmer-learning/local-stack';
import { createTempDirectory, eventually } from '@khmer-learning/test-kit';

/** A remote in a folder outside the repository, as a team makes it with `npm create @khmer-learning/remote`. */
export interface OutsideRemote {
  /** Runs a script of npm there. Throws with its output if it fails. */
  run(script: 'test' | 'test:e2e'): Promise<string>;
  /** Starts `npm start` there, by default with the fake API. Resolves with the console's address once the remote is built. */
  start(gateway?: string): Promise<{ url: string; stop(): Promise<void> }>;
  readonly folder: string;
  /** Builds its service and starts it for the console at this address. Resolves with the service's address. */
  startService(console: string): Promise<{ url: string; stop(): Promise<void> }>;
  /** Changes the source of its view, builds it, and returns a folder with this release. */
  release(change?: (source: string) => string): Promise<string>;
}

/** What an npm that runs this test has set would apply to the other folder, too. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
  return promisify(execFile)('npm', args, options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`npm ${args.join(' ')}\n${stdout}\n${stderr}`);
    },
  );
}

/** Packs the packages of this repository, creates the remote from the generator's tarball, and installs the others. */
export async function createOutsideRemote(name: string): Promise<OutsideRemote> {
  env.CHROMIUM_PATH = await findChromium();
  const folder = await createTempDirectory();
  const tarballs = path.join(folder, 'tarballs');
  const home = path.join(folder, `mf-${name}`);
  await promisify(execFile)(process.execPath, ['scripts/packages.mjs', tarballs], { cwd: repoRoot() });
  const files = (await readdir(tarballs)).map((file) => path.join(tarballs, file));
  const generator = files.find((file) => file.includes('create-remote')) ?? '';
  await npm(
    folder,
    'exec',
    '--offline',
    '--yes',
    `--package=${generator}`,
    '--',
    ...['create-remote', name, '--with-service'],
  );
  const others = files.filter((file) => file !== generator);
  await npm(home, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...others);

  const dist = path.join(home, 'dist');
  const view = path.join(home, `src/${name}/${name}-view.tsx`);
  let releases = 0;
  return {
    folder: home,
    run: (script) => npm(home, 'run', script),
    async startService(address) {
      await npm(home, 'run', 'build', '--workspace', 'service');
      const url = `http://127.0.0.1:${await freePort()}`;
      const child: Child = await startChild({
        command: process.execPath,
        args: [path.join(home, 'service/dist/main.js')],
        cwd: home,
        env: { ...env, CONSOLE: address, PORT: new URL(url).port },
      });
      await eventually(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
      const stop = async () => {
        await child.stop();
      };
      return { url, stop };
    },
    async start(gateway) {
      const [port, devServerPort] = [await freePort(), await freePort()];
      const program = path.join(home, 'node_modules/@khmer-learning/remote-build/bin/dev-host.mjs');
      const child: Child = await startChild({
        command: process.execPath,
        args: [program],
        cwd: home,
        env: {
          ...env,
          PORT: String(port),
          DEV_SERVER_PORT: String(devServerPort),
          ...(gateway === undefined ? {} : { GATEWAY: gateway }),
        },
      });
      const manifest = `http://localhost:${devServerPort}/mf-manifest.json`;
      await eventually(async () => expect((await fetch(manifest)).status).toBe(200), { timeoutMs: 120_000 });
      const stop = async () => {
        await child.stop();
      };
      return { url: `http://localhost:${port}`, stop };
    },
    async release(change = (source) => source) {
      const source = await readFile(view, 'utf8');
      await writeFile(view, change(source));
      await npm(home, 'run', 'build');
      await writeFile(view, source);
      releases += 1;
      const copy = path.join(folder, `release-${releases}`);
      await cp(dist, copy, { recursive: true });
      return copy;
    },
  };
}

#!/usr/bin/env node
// npx remote-dev: serves the remote in the current folder with hot reload, and a console with this remote
// alone on http://localhost:3000 (PORT). The API is fake; GATEWAY=https://… is the address of a real one.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findShell, importSource } from './import-source.mjs';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const {
  PORT = '3000',
  GATEWAY: gateway,
  DEV_SERVER_PORT: devServerPort = String(await freePort()),
} = process.env;
const { startDevHost } = await importSource('dev-host/dev-host');
const host = await startDevHost({
  shell: findShell(),
  remotes: [`http://localhost:${devServerPort}/mf-manifest.json`],
  port: Number(PORT),
  gateway,
}).catch((error) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Port ${PORT} is in use, perhaps by another development host: set PORT to another one.`);
  process.exit(1);
});
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync(join(process.cwd(), '.cache/dev-host-'));
const devServer = spawn(process.execPath, [join(import.meta.dirname, 'build.mjs'), '--watch'], {
  env: { ...process.env, DEV_SERVER_PORT: devServerPort, DEV_HOST_FOLDER: folder },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => devServer.kill(signal));
devServer.once('exit', async (code) => {
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 0;
});
console.log(
  `The console with this remote: ${host.url} (API: ${gateway ?? 'fake, GATEWAY=<address> for a real one'})`,
);

import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Reads commands from standard input until it closes, which happens however this process ends, SIGKILL included. Then
 * it ends the registered process groups (SIGTERM, SIGKILL after 3 s; on Windows immediately) and removes the
 * registered folders. Plain JavaScript for `node -e`, without our own imports.
 */
const watchdogScript = `
const { execFileSync } = require('node:child_process');
const { rmSync } = require('node:fs');
const groups = new Set();
const folders = [];
const send = (group, signal) => {
  try {
    if (process.platform !== 'win32') process.kill(-group, signal);
    else if (signal !== 0 && signal !== 'SIGCONT')
      execFileSync('taskkill', ['/PID', String(group), '/T', '/F'], { stdio: 'ignore' });
    return process.platform !== 'win32';
  } catch {
    return false;
  }
};
async function end() {
  for (const group of groups) {
    send(group, 'SIGTERM');
    send(group, 'SIGCONT');
  }
  const isAlive = (group) => send(group, 0);
  for (let tries = 0; tries < 60 && [...groups].some(isAlive); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  for (const group of groups) send(group, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const at = line.indexOf(' ');
    const value = line.slice(at + 1);
    if (line.startsWith('add ')) groups.add(Number(value));
    else if (line.startsWith('drop ')) groups.delete(Number(value));
    else if (line.startsWith('folder ')) folders.push(value);
  })
  .on('close', end);
`;

let commandPipe: Writable | undefined;

function sendCommand(command: 'add' | 'drop' | 'folder', value: number | string): void {
  if (commandPipe === undefined) {
    const watchdog = spawn(process.execPath, ['-e', watchdogScript], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
      // Inspectors and loaders of this process must not run in the watchdog.
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    watchdog.unref();
    commandPipe = watchdog.stdin;
    // The pipe must not keep the process alive.
    if ('unref' in commandPipe && typeof commandPipe.unref === 'function') commandPipe.unref();
    commandPipe.on('error', () => undefined);
  }
  commandPipe.write(`${command} ${value}\n`);
}

/** Kills the process group of this leader when this process ends, also by SIGKILL. */
export function killGroupOnExit(groupId: number): void {
  sendCommand('add', groupId);
}

/** Unregisters a group that has ended, so that a reused id is not signalled. */
export function unregisterGroup(groupId: number): void {
  sendCommand('drop', groupId);
}

/**
 * Removes a folder when this process ends, for any reason.
 *
 * @param folder absolute path without line breaks; only folders created by this process
 */
export function removeFolderOnExit(folder: string): void {
  sendCommand('folder', folder);
}

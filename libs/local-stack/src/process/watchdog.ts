import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Reads orders from its standard input until that closes, which it does however this process ends, SIGKILL
 * included. Then it ends the process groups still registered (SIGTERM, SIGKILL after 3 s; on Windows at once) and
 * removes the registered folders. Plain JavaScript for `node -e`, without imports of ours.
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
      // Inspectors and loaders of this process are not for it.
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    watchdog.unref();
    commandPipe = watchdog.stdin;
    // The pipe must not keep an otherwise finished process alive.
    if ('unref' in commandPipe && typeof commandPipe.unref === 'function') commandPipe.unref();
    commandPipe.on('error', () => undefined);
  }
  commandPipe.write(`${command} ${value}\n`);
}

/**
 * Sees to it that a process group ends when this process does, even by SIGKILL.
 * @param groupId id of a process that leads its group (see `startServerProcess`)
 */
export function killGroupOnExit(groupId: number): void {
  sendCommand('add', groupId);
}

/** Forgets a group that has ended, so that its id, once reused, is not touched. */
export function unregisterGroup(groupId: number): void {
  sendCommand('drop', groupId);
}

/**
 * Removes a folder once this process has ended, however it did.
 * @param folder absolute path without line breaks; only folders of our own making
 */
export function removeFolderOnExit(folder: string): void {
  sendCommand('folder', folder);
}

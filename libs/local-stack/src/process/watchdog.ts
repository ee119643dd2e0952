import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Reads orders from its standard input until it closes, which it does however this process ends, SIGKILL
 * included. Then it ends the process groups still registered (politely, by force after 3 s) and removes the
 * registered folders. Plain POSIX shell: nothing lighter is on every Linux and macOS.
 */
const watchProgram = `
groups=' '
folders=''
while read -r order value; do
  case "$order" in
    add) groups="$groups$value " ;;
    drop) groups=$(printf '%s' "$groups" | sed "s/ $value / /") ;;
    folder) folders="$folders$value
" ;;
  esac
done
send() { kill -s "$1" -- "-$2" 2>/dev/null; }
any() { for group in $groups; do send 0 "$group" && return 0; done; return 1; }
for group in $groups; do send TERM "$group"; send CONT "$group"; done
tries=0
while any && [ $tries -lt 60 ]; do sleep 0.05; tries=$((tries + 1)); done
for group in $groups; do send KILL "$group"; done
printf '%s' "$folders" | while read -r folder; do rm -rf -- "$folder"; done
`;

let orders: Writable | undefined;

function tell(order: 'add' | 'drop' | 'folder', value: number | string): void {
  if (orders === undefined) {
    const watchdog = spawn('sh', ['-c', watchProgram], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    watchdog.unref();
    orders = watchdog.stdin;
    // The pipe must not keep an otherwise finished process alive.
    if ('unref' in orders && typeof orders.unref === 'function') orders.unref();
    orders.on('error', () => undefined);
  }
  orders.write(`${order} ${value}\n`);
}

/**
 * Sees to it that a process group ends when this process does, even by SIGKILL.
 * @param groupId id of a process started with `detached: true`, which leads its group
 */
export function dieWithParent(groupId: number): void {
  tell('add', groupId);
}

/** Forgets a group that has ended, so that its id, once reused, is not touched. */
export function forgetGroup(groupId: number): void {
  tell('drop', groupId);
}

/**
 * Removes a folder once this process has ended, however it did.
 * @param folder absolute path without line breaks; only folders of our own making
 */
export function removeAtEnd(folder: string): void {
  tell('folder', folder);
}

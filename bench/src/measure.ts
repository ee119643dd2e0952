import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';

/** One kind of request, sent repeatedly. */
export interface RequestSpec {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Measurement {
  readonly perSecond: number;
  /** Median latency in milliseconds. */
  readonly p50: number;
}

/** Sends one kind of request for a given time. @throws if any response is not 2xx */
export async function measureRequest(
  request: RequestSpec,
  options: { seconds: number; connections: number },
): Promise<Measurement> {
  const result = await autocannon({
    url: request.url,
    method: request.method ?? 'GET',
    headers: { ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    duration: options.seconds,
    connections: options.connections,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${request.url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} requests failed`,
    );
  }
  return { perSecond: result.requests.average, p50: result.latency.p50 };
}

/** Starts a child process that prints its address on its first line. */
export async function startServerProcess(file: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const { value } = await lines[Symbol.asyncIterator]().next();
  if (typeof value !== 'string') throw new Error(`${file} exited before it was listening`);
  return { url: value, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** Starts a child process. */
export function startNodeProcess(file: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { pid: child.pid ?? 0, stop: () => child.kill() };
}

const clockTicksPerSecond = 100;

/** Returns the processor time that a process has used, in seconds (Linux only). */
export function cpuSeconds(pid: number): number {
  // The name in parentheses may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

/** Returns the current resident memory of a process in MB (Linux only). */
export function residentMemoryMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

/** Returns the value that `percent` of the values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((first, second) => first - second);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

import { dashboardStatsGet } from '@khmer-learning/contracts';
import { cpuSeconds, median } from './measure.ts';
import { measureRaw } from './raw-client.ts';
import { type BenchStack, columns, setting } from './run-with-stack.ts';

const seconds = setting('BENCH_SECONDS', 4);
const rounds = 5;
const connections = 32;

/** Measures reads of the dashboard through the gateway: reads per second, and the processor time of one in each process. */
export async function measureDashboard({ stack, client }: BenchStack): Promise<void> {
  const read = (duration: number) =>
    measureRaw({
      url: stack.url,
      headers: client.headers,
      pathOf: () => dashboardStatsGet.path,
      seconds: duration,
      connections,
    });
  const cpuByProcess = () =>
    new Map(stack.processes.map(({ name, pid }) => [name, pid ? 1e6 * cpuSeconds(pid) : 0] as const));
  await read(2);
  const rates: number[] = [];
  const used = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const before = cpuByProcess();
    rates.push(await read(seconds));
    for (const [name, micros] of cpuByProcess())
      used.set(name, (used.get(name) ?? 0) + micros - (before.get(name) ?? 0));
  }
  const reads = rates.reduce((sum, rate) => sum + rate * seconds, 0);
  console.log(columns(['reads of the dashboard per second', Math.round(median(rates))]));
  console.log(columns(['processor time of one read', 'µs']));
  for (const [name, micros] of [...used].sort(([, one], [, other]) => other - one).slice(0, 4))
    console.log(columns([name, (micros / reads).toFixed(0)]));
}

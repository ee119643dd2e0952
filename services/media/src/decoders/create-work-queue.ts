import { ApiError } from '@khmer-learning/service-kit';

/** Runs one piece of work when it is its turn. */
export interface WorkQueue {
  /** @param person whose work it is: one piece runs at a time while others wait, so that nobody takes all places */
  <T>(work: () => Promise<T>, person?: number): Promise<T>;
  /** Whether there is a free place, or work has started or ended within the last minute. */
  isMoving(): boolean;
}

/** Most pieces of one person that wait. */
const maxQueuedPerPerson = 20;

/** No decoder takes as long for what the limits of uploads allow. */
const maxStandstillMs = 60_000;

/** Creates a queue for expensive work. A piece beyond `maxQueued` is refused with 503 and `busyMessage`. */
export function createWorkQueue(options: {
  readonly maxRunning: number;
  readonly maxQueued: number;
  readonly busyMessage: string;
}): WorkQueue {
  const { maxRunning, maxQueued, busyMessage } = options;
  /** Whose work runs. */
  const running: (number | undefined)[] = [];
  let movedAt = 0;
  const queue: { readonly person: number | undefined; readonly start: () => void }[] = [];
  const move = () => {
    movedAt = performance.now();
  };
  const mayRun = (person: number | undefined) =>
    running.length < maxRunning && (person === undefined || !running.includes(person));

  function enqueue(person: number | undefined): Promise<void> {
    const ofPerson = queue.filter((one) => person !== undefined && one.person === person);
    if (queue.length >= maxQueued || ofPerson.length >= maxQueuedPerPerson)
      throw new ApiError(503, busyMessage, { retryAfter: 5 });
    return new Promise((start) => queue.push({ person, start }));
  }

  function startNext(): void {
    const next = queue.find(({ person }) => mayRun(person));
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    running.push(next.person);
    next.start();
  }

  async function run<T>(work: () => Promise<T>, person?: number): Promise<T> {
    if (mayRun(person)) running.push(person);
    else await enqueue(person);
    move();
    try {
      return await work();
    } finally {
      move();
      running.splice(running.indexOf(person), 1);
      startNext();
    }
  }

  return Object.assign(run, {
    isMoving: () => running.length < maxRunning || performance.now() - movedAt < maxStandstillMs,
  });
}

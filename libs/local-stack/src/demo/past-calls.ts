import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Endpoint,
  fillPath,
  type PastCall,
  type PastCallAnswer,
  type RequestOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { ApiCallError, type UntypedRequest } from '../client/console-client.ts';
import { killGroupOnExit, unregisterGroup } from '../process/watchdog.ts';

/** A service that can be called as of an earlier moment. */
export type PastService = Awaited<ReturnType<typeof startPastService>>;

/** What a call needs may come with an event that is on its way. */
const retries = { times: 100, pauseMs: 100 };
const canSucceedLater = (status: number) => [403, 404, 503].includes(status);

/**
 * Starts another instance of a service, with the clock of each call.
 *
 * @param folder of its app, which is built
 * @throws Error when it ends before it is ready
 */
export async function startPastService(folder: string, env: NodeJS.ProcessEnv) {
  const child = fork(join(folder, 'dist/demo.js'), { cwd: folder, env, stdio: 'ignore', detached: true });
  const { pid } = child;
  if (pid !== undefined) killGroupOnExit(pid);
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', () => reject(new Error(`The demo process of ${folder} has ended`)));
  });
  ended.catch(() => undefined);
  const waiting = new Map<number, (answer: PastCallAnswer) => void>();
  const ready = new Promise((resolve) => void waiting.set(0, resolve));
  child.on('message', (answer: PastCallAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let lastId = 0;
  const send = (call: Omit<PastCall, 'id'>): Promise<PastCallAnswer> => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<PastCallAnswer>((resolve, reject) => {
      waiting.set(id, resolve);
      // Without a callback, a process that has ended would end this one too.
      child.send({ ...call, id }, (error) => error && reject(error));
    });
    return Promise.race([answered, ended]);
  };
  await Promise.race([ready, ended]);
  return {
    /**
     * @param caller.at what the service takes for now
     * @throws ApiCallError for any other response than a success
     */
    async call<E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      { at, principal }: Pick<PastCall, 'at' | 'principal'>,
    ): Promise<ResponseOf<E>> {
      const { params, body } = request as UntypedRequest;
      const { method } = endpoint;
      const call = { at, principal, method, url: fillPath(endpoint.path, params), ...(body ? { body } : {}) };
      let answer = await send(call);
      for (let times = 0; times < retries.times && canSucceedLater(answer.status); times += 1) {
        await sleep(retries.pauseMs);
        answer = await send(call);
      }
      if (answer.status >= 300) throw new ApiCallError(endpoint, answer.status, answer.body);
      return JSON.parse(answer.body) as ResponseOf<E>;
    },
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (child.connected) child.disconnect();
  await exited;
  if (child.pid !== undefined) unregisterGroup(child.pid);
}

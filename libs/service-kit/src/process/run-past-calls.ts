import { AsyncLocalStorage } from 'node:async_hooks';
import { headerNames, type PastCall, type PastCallAnswer } from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';
import type { BaseConfig } from '../config/config.ts';
import { createInternalTokenSigner } from '../http/internal-token.ts';
import { openService, type Service } from './open-service.ts';

/** The difference between the clock of the current call and that of the machine, in milliseconds. */
const clockOffset = new AsyncLocalStorage<number>();

/** Within a call, `Date` tells its moment; everything else, such as leases of jobs, has the machine's clock. */
function replaceDate(): void {
  const RealDate = Date;
  const now = () => RealDate.now() + (clockOffset.getStore() ?? 0);
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}

/**
 * Runs an instance of a service that does not listen: a process that forked it writes a demo school with a past, by the
 * service's own endpoints. Ends with that process. It needs the gateway's key, which is in no service of an installation.
 *
 * @throws Error when `INTERNAL_PRIVATE_KEY` is not set, or the process was not forked
 */
export async function runPastCalls<C extends BaseConfig>(options: {
  name: string;
  config: C;
  buildApp: (service: Service<C>) => FastifyInstance;
}): Promise<void> {
  const { INTERNAL_PRIVATE_KEY } = process.env;
  const send = process.send?.bind(process);
  if (!INTERNAL_PRIVATE_KEY || !send) throw new Error('This is for the demo school of `npm start`');
  replaceDate();
  const service = openService(options);
  const app = options.buildApp(service);
  await service.prepare();
  await app.ready();
  process.once('disconnect', () => {
    void app
      .close()
      .then(() => service.close())
      .finally(() => process.exit());
  });
  const sign = createInternalTokenSigner(INTERNAL_PRIVATE_KEY);
  process.on('message', ({ id, at, principal, method, url, body }: PastCall) => {
    void clockOffset.run(at - Date.now(), async () => {
      const token = sign({ audience: options.name, requestId: `demo-${id}`, principal });
      const response = await app.inject({
        method,
        url,
        headers: { [headerNames.internalToken]: token },
        ...(body === undefined ? {} : { payload: body }),
      });
      send({ id, status: response.statusCode, body: response.body } satisfies PastCallAnswer);
    });
  });
  send({ id: 0, status: 200, body: '' } satisfies PastCallAnswer);
}

import type { EventOwner } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import type { BaseConfig } from '../config/config.ts';
import { closeMongo, connectMongo, waitForMongo } from '../mongo/connect-mongo.ts';
import type { PresentStateSource } from './present-state.ts';
import { requestRepublication } from './republication.ts';

/**
 * `npm run republish -w services/<name>`: has a service's present state published again by its running instances, like
 * the request on `operator.republish.<service>`. Prints how much that will be.
 */
export async function runRepublishCommand(
  name: EventOwner,
  config: BaseConfig,
  sourcesOf: (connection: Connection) => readonly PresentStateSource[],
): Promise<void> {
  const connection = connectMongo(config.MONGODB_URI, {
    appName: name,
    timeoutMs: config.MONGODB_TIMEOUT_MS,
  });
  try {
    await waitForMongo(connection);
    const answer = await requestRepublication({ connection, name }, sourcesOf(connection));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  } finally {
    await closeMongo(connection);
  }
}

import { eventually, testMongoUri } from '@khmer-learning/test-kit';
import { closeMongo, connectMongo } from './connect-mongo.ts';
import { isMongoReady, isMongoUnresponsive } from './mongo-health.ts';

it('is ready while one member of the replica set responds, although another does not', async () => {
  const connection = connectMongo(testMongoUri(), { appName: 'health', timeoutMs: 30_000 });
  try {
    await eventually(() => expect(isMongoReady(connection)).toBe(true));
    const client = connection.getClient();
    // As the driver does about a member that is down.
    client.emit('serverHeartbeatFailed', {
      connectionId: 'mongo-2:27017',
      duration: 1,
      failure: new Error('connection refused'),
      awaited: false,
    });
    expect([isMongoReady(connection), isMongoUnresponsive(connection)]).toEqual([true, false]);
  } finally {
    await closeMongo(connection);
  }
  expect(isMongoReady(connection)).toBe(false);
});

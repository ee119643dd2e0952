import { createConnection } from 'mongoose';
import { connect } from 'nats';
import { deleteAllStreams, dropDatabase, startMongo, startNats, testMongoUri, testNatsUrl } from './index.ts';

test('every call gives a database of its own, on which transactions work', async () => {
  const uri = testMongoUri('kit');
  expect(testMongoUri('kit')).not.toBe(uri);

  const connection = await createConnection(uri).asPromise();
  await connection.createCollection('rows');
  await connection.transaction(async (session) => {
    await connection.collection('rows').insertOne({ at: 1 }, { session });
  });
  expect(await connection.collection('rows').countDocuments()).toBe(1);

  await connection.close();
  await dropDatabase(uri);
});

test('NATS is empty when asked for', async () => {
  const connection = await connect({ servers: await testNatsUrl() });
  const manager = await connection.jetstreamManager();
  await manager.streams.add({ name: 'LEFTOVER', subjects: ['left.>'] });
  await deleteAllStreams();
  expect(await manager.streams.list().next()).toEqual([]);
  await connection.close();
});

test('a private NATS keeps port and data over a kill', async () => {
  const server = await startNats();
  const before = await connect({ servers: server.url, reconnect: false });
  const manager = await before.jetstreamManager();
  await manager.streams.add({ name: 'KEPT', subjects: ['kept.>'] });
  await before.jetstream().publish('kept.one', 'x');
  await server.kill();
  await before.closed();

  await server.restart();
  const after = await connect({ servers: server.url });
  const stream = await (await after.jetstreamManager()).streams.info('KEPT');
  expect(stream.state.messages).toBe(1);
  await after.close();
  await server.stop();
});

test('a paused server answers nothing until it is resumed', async () => {
  const server = await startNats();
  const connection = await connect({ servers: server.url });
  await server.pause();
  const answer = connection.flush().then(() => 'answered');
  const silence = new Promise((resolve) => setTimeout(resolve, 200, 'silence'));
  expect(await Promise.race([answer, silence])).toBe('silence');
  server.resume();
  expect(await answer).toBe('answered');
  await connection.close();
  await server.stop();
});

test('a private MongoDB keeps port and data over a kill', async () => {
  const server = await startMongo();
  const connection = createConnection(server.url, { dbName: 'kept' });
  await connection.collection('rows').insertOne({ at: 1 }, { writeConcern: { w: 'majority', j: true } });
  await server.kill();
  await server.restart();
  expect(await connection.collection('rows').countDocuments()).toBe(1);
  await connection.close();
  await server.stop();
});

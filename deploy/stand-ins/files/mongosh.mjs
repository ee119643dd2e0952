#!/usr/local/bin/node
// The part of mongosh that health checks and the entrypoint use: --eval 'db.adminCommand(<a name, or JSON>)'.
import { MongoClient } from 'mongodb';

const script = process.argv[process.argv.indexOf('--eval') + 1] ?? '';
const [, command] = /^db\.adminCommand\((.+?)\)(\.ok \|\| quit\(1\))?$/.exec(script) ?? [];
if (command === undefined) {
  console.error(`The stand-in for mongosh does not support ${script}`);
  process.exit(2);
}
const client = new MongoClient('mongodb://127.0.0.1:27017/?directConnection=true', {
  serverSelectionTimeoutMS: 3_000,
});
try {
  const { ok } = await client.db('admin').command(asDocument(JSON.parse(command)));
  process.exitCode = ok ? 0 : 1;
} finally {
  await client.close();
}

function asDocument(parsed) {
  return typeof parsed === 'string' ? { [parsed]: 1 } : parsed;
}

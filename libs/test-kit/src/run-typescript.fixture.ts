import { createServer } from 'node:net';
import { freePort } from '@khmer-learning/local-stack';
import { mongo } from 'mongoose';

// Imports an installed package and a workspace package, and stays alive.
console.log(process.env.GREETING, process.argv[2]);
createServer().listen(await freePort(), '127.0.0.1', () =>
  console.log(mongo.MongoClient ? 'ready' : 'no driver'),
);

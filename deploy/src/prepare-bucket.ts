import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini } from 's3mini';

// Runs once before the media service: creates its bucket.
const waitMs = 120_000;

const setting = async (name: string) => {
  const file = process.env[`${name}_FILE`];
  const value = file ? (await readFile(file, 'utf8')).trim() : process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

const bucket = new S3mini({
  endpoint: await setting('S3_ENDPOINT'),
  region: process.env.S3_REGION ?? 'auto',
  accessKeyId: await setting('S3_ACCESS_KEY_ID'),
  secretAccessKey: await setting('S3_SECRET_ACCESS_KEY'),
});

const deadline = Date.now() + waitMs;
for (;;) {
  try {
    if ((await bucket.bucketExists()) || (await bucket.createBucket())) break;
    throw new Error('The bucket could not be created');
  } catch (error) {
    if (Date.now() > deadline) throw error;
    await delay(500);
  }
}
console.log('The bucket is ready');

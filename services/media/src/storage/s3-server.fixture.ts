import { parseArgs } from 'node:util';
import S3rver from 's3rver';

// Runs in its own process: the server's page tokens need a cipher that only OpenSSL's legacy provider has.
const { values } = parseArgs({
  options: { directory: { type: 'string', default: '' }, bucket: { type: 'string', default: '' } },
});
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: values.directory,
  configureBuckets: [{ name: values.bucket, configs: [] }],
});
const { port } = await server.run();
process.stdout.write(`http://127.0.0.1:${port}/${values.bucket}\n`);

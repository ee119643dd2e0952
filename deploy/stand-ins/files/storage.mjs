// Accepts SeaweedFS' arguments in docker-compose.yml: server -dir=<folder> -s3.port=<port> -s3.config=<file>.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import S3rver from 's3rver';
import account from 's3rver/lib/models/account.js';

console.log('stand-in for seaweedfs: s3rver');
const options = Object.fromEntries(
  process.argv.flatMap((argument) => {
    const [, name, value] = /^-([\w.]+)=(.+)$/.exec(argument) ?? [];
    return name === undefined ? [] : [[name, value]];
  }),
);
const { identities } = JSON.parse(readFileSync(options['s3.config'], 'utf8'));
account.DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
for (const { credentials } of identities)
  for (const { accessKey, secretKey } of credentials)
    account.DUMMY_ACCOUNT.createKeyPair(accessKey, secretKey);

const answer = new S3rver({ directory: options.dir, silent: true, vhostBuckets: false }).callback();
createServer((request, response) =>
  request.url === '/status' ? response.end('{}') : answer(request, response),
).listen(Number(options['s3.port']), '0.0.0.0');

import { join } from 'node:path';
import { errorMessage } from '../process/error-details.ts';
import { extractFromDebianPackage } from './extract-from-debian-package.ts';
import type { ServerLocation } from './find-mongo.ts';
import { findOnPath } from './find-on-path.ts';
import { repoRoot } from './repo-root.ts';

const notFoundMessage =
  'NATS not found: install nats-server 2.9 or newer (macOS: brew install nats-server; Windows: ' +
  'choco install nats-server; Debian, Ubuntu: apt-get install nats-server) so that it is on PATH, or set NATS_URL';

/**
 * Finds the nats-server program: on PATH, otherwise Debian's package, extracted to `.cache/` of the repository.
 *
 * @throws Error with installation instructions when there is none
 */
export async function findNatsServer(): Promise<string> {
  const installed = await findOnPath('nats-server');
  if (installed !== undefined) return installed;
  let reason = '';
  try {
    const fetched = await extractFromDebianPackage(
      'nats-server',
      'usr/sbin/nats-server',
      join(repoRoot(), '.cache'),
    );
    if (fetched !== undefined) return fetched;
  } catch (error) {
    reason = ` (${errorMessage(error)})`;
  }
  throw new Error(notFoundMessage + reason);
}

/**
 * Finds NATS: `NATS_URL` when set, otherwise a program to start (see {@link findNatsServer}).
 *
 * @throws Error with installation instructions when there is none
 */
export async function findNats(): Promise<ServerLocation> {
  const url = process.env.NATS_URL;
  if (url) return { kind: 'running', url };
  return { kind: 'program', file: await findNatsServer() };
}

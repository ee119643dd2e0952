// npm run package: builds the package in dist/.
import { join } from 'node:path';
import { buildClient } from './build-client.ts';

// It is bundled to .cache/.
const packageFolder = join(import.meta.dirname, '..');
await buildClient(packageFolder, join(packageFolder, 'dist'));

// npm run generate: writes src/generated/calls.ts.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderCalls } from './render-calls.ts';

// It is bundled to .cache/.
await writeFile(join(import.meta.dirname, '../src/generated/calls.ts'), renderCalls());

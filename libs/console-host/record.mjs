#!/usr/bin/env node
// node libs/console-host/record.mjs <data folder> [<address>]: records the demo school of a running `SEED=small npm start` anew.
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from '@khmer-learning/remote-build/import-source';

const [data = '.data', url = 'http://localhost:8080'] = process.argv.slice(2);
const school = join(import.meta.dirname, 'school');
const { recordSchool } = await importSource('record-school', import.meta.dirname);
const answers = await recordSchool(url, { email: 'admin@khmer.local', password: 'learn-khmer-2026' });

rmSync(school, { recursive: true, force: true });
cpSync(join(data, 'uploads'), join(school, 'uploads'), {
  recursive: true,
  filter: (file) => !file.includes('.incoming'),
});
const lines = Object.entries(answers).map(
  ([path, body]) => `${JSON.stringify(path)}: ${JSON.stringify(body)}`,
);
writeFileSync(join(school, 'answers.json'), `{\n${lines.join(',\n')}\n}\n`);
console.log(`${lines.length} answers and ${readdirSync(join(school, 'uploads')).length} files`);

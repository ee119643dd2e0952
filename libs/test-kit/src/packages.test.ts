import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '@khmer-learning/local-stack';

/** The packages that the product must use. `npm run check:dead` checks that each is really used. */
const askedFor = [
  ...['typescript', 'react', 'react-dom', 'styled-components', '@tanstack/react-query'],
  ...['webpack', '@module-federation/enhanced'],
  ...['fastify', 'mongoose', 'nats', 'zod', 'pino', 'prom-client'],
  ...['jsonwebtoken', 'bcrypt', 'nodemailer', 'sanitize-html', 'dompurify'],
  ...['jest', 'testcontainers', 'playwright-core', '@biomejs/biome', 'turbo'],
];

test('every package that the product was asked to be built with belongs to a workspace', () => {
  const manifests = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], { cwd: repoRoot() });
  const used = manifests
    .toString()
    .trim()
    .split('\n')
    .flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(repoRoot(), file), 'utf8'));
      return Object.keys({ ...dependencies, ...devDependencies });
    });
  expect(askedFor.filter((name) => !used.includes(name))).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type lessons, lessonTypes, mainLessons, type RequestOf } from '@khmer-learning/contracts';
import {
  type ConsoleClient,
  freePort,
  type Stack,
  signInToConsole,
  startStack,
} from '@khmer-learning/local-stack';
import { generateInternalPrivateKey } from '@khmer-learning/service-kit';
import { createLessonInput } from './create-lesson-input.ts';

/** A running system without demo data, with one published main lesson. */
export interface BenchStack {
  readonly stack: Stack;
  readonly client: ConsoleClient;
  readonly secrets: Readonly<Record<'INTERNAL_PRIVATE_KEY' | 'SESSION_SECRETS', string>>;
  /** The body of a lesson to create, by its number. */
  lessonBody(number: number): RequestOf<typeof lessons.create>['body'];
}

/** A number from the environment. */
export const setting = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

/** Starts a system in a temporary directory, runs `measure` on it, and deletes it. */
export async function runWithStack(measure: (bench: BenchStack) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khmer-learning-bench-'));
  const secrets = {
    INTERNAL_PRIVATE_KEY: generateInternalPrivateKey(),
    SESSION_SECRETS: randomBytes(32).toString('base64url'),
  };
  const stack = await startStack({
    port: await freePort(),
    dataDir,
    seed: false,
    write: () => undefined,
    // The rate limits are not part of the measurement.
    env: {
      LOG_LEVEL: 'warn',
      API_RATE_LIMIT: '1000000000',
      API_CALLER_RATE_LIMIT: '1000000000',
      ...secrets,
    },
  });
  try {
    const client = await signInToConsole(stack.url, stack.admin);
    const type = await client.call(lessonTypes.create, { body: { title: 'Vocabulary', icon: '📖' } });
    const main = await client.call(mainLessons.create, {
      body: {
        title: 'Bench',
        description: 'Everything that is measured',
        imageCover: 'cover.png',
        status: 'published',
      },
    });
    const lessonBody = (number: number) => createLessonInput(number, main.id, type.id);
    await measure({ stack, client, secrets, lessonBody });
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Joins the cells of a line of the result, aligned in columns. */
export function columns(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => (index === 0 ? String(cell).padEnd(36) : String(cell).padStart(12)))
    .join('');
}

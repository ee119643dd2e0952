import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@khmer-learning/contracts';
import { repoRoot } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { copyRepository } from '../copy-repository.ts';
import { patientEnv } from '../test-stack.ts';

const exec = promisify(execFile);
const maxBuffer = 64 * 1024 ** 2;
const project = 'khmer-learning-containers-test';

/** An installation in a copy of the repository, separate from the secrets and volumes of others. */
export interface ComposeProject {
  readonly folder: string;
  /** Adds settings to `.env`. */
  set(settings: Readonly<Record<string, string>>): Promise<void>;
  /** Runs a command in a shell, in the installation's folder. @returns its output */
  run(command: string): Promise<string>;
  /** The ids of a service's running containers; without a name, of all services. */
  containers(service?: string): Promise<string[]>;
  /** Removes all containers and their volumes. */
  down(): Promise<void>;
}

/** Runs `docker <args>`. @returns its output */
export async function runDocker(...args: string[]): Promise<string> {
  const { stdout } = await exec('docker', args, { maxBuffer });
  return stdout.trim();
}

/** The image that those of the Node apps are based on. */
export async function nodeImage(): Promise<string> {
  const text = await readFile(join(repoRoot(), 'Dockerfile'), 'utf8');
  return `node:${/^ARG NODE_VERSION=(\S+)$/m.exec(text)?.[1]}-bookworm-slim`;
}

/**
 * Every command of the documents that runs Docker Compose: the lines of code blocks, and code spans; without comments. In a
 * code block, also the commands around it.
 */
export async function documentedCommands(): Promise<string[]> {
  const texts = await Promise.all(
    ['README.md', 'docs/operations.md'].map((file) => readFile(join(repoRoot(), file), 'utf8')),
  );
  const blocks = texts.flatMap((text) => [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]);
  const lines = blocks
    .filter(([block]) => block.includes('docker compose'))
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/(^|\s+)#.*$/, ''))
    .filter((line) => !/^$|^(kubectl|npm|nats) /.test(line));
  const spans = texts.flatMap((text) => [...text.matchAll(/`([^`\n]*docker compose [^`\n]*)`/g)]);
  return [...new Set([...lines, ...spans.map(([, span = '']) => span)])];
}

/** Prepares an installation: ports and waits that suit a machine that also builds and tests. */
export async function createComposeProject({ tlsPort }: { tlsPort: number }): Promise<ComposeProject> {
  const folder = await createTempDirectory();
  await copyRepository(folder);
  // Stand-ins use the machine's own network access to the package registries.
  const label = '{{index .Config.Labels "khmer-learning.stand-in"}}';
  const standIn = await runDocker('image', 'inspect', '--format', label, await nodeImage());
  const file = join(folder, 'docker-compose.yml');
  if (standIn !== '')
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replaceAll('{ context: .,', '{ context: ., network: host,'),
    );
  // The machine is slow because it also builds and tests. What matters is that every call succeeds.
  const patient = JSON.stringify({ environment: patientEnv });
  const override = [
    'services:',
    ...serviceNames.map((name) => `  ${name}: ${patient}`),
    `  caddy: { ports: !override ['127.0.0.1:${tlsPort}:443'] }`,
  ];
  await writeFile(join(folder, 'docker-compose.override.yml'), `${override.join('\n')}\n`);

  const env = { ...process.env, COMPOSE_PROJECT_NAME: project };
  async function run(command: string): Promise<string> {
    // The project's name is part of those of its volumes.
    const here = command.replaceAll('khmer-learning_', `${project}_`);
    // Bash would read its start-up file, because standard input is a socket.
    const { stdout } = await exec('bash', ['--norc', '-euo', 'pipefail', '-c', here], {
      cwd: folder,
      env,
      maxBuffer,
    }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${command}\n${error.stdout}\n${error.stderr}`);
    });
    return stdout.trim();
  }
  const down = async () => {
    const options = '--env-file deploy/example.env --profile "*"';
    await run(`docker compose ${options} down --volumes --remove-orphans`);
  };
  // A run that was killed leaves volumes with other passwords.
  await down();
  return {
    folder,
    run,
    async set(settings) {
      const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
      await appendFile(join(folder, '.env'), lines.join(''));
    },
    async containers(service = '') {
      const ids = await run(`docker compose ps --quiet ${service}`);
      return ids.split('\n').filter(Boolean);
    },
    down,
  };
}

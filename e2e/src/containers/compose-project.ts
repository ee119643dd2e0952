import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@khmer-learning/contracts';
import { repoRoot } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { patientEnv } from '../test-stack.ts';

const exec = promisify(execFile);
const project = 'khmer-learning-containers-test';

/** An installation with docker-compose.yml in its own folder, separate from the secrets and volumes of others. */
export interface ComposeProject {
  readonly folder: string;
  /** Runs `docker compose <args>`. @returns its output */
  run(...args: string[]): Promise<string>;
  /** The ids of a service's running containers. */
  containers(service: string): Promise<string[]>;
  /** Removes all containers and their volumes. */
  down(): Promise<void>;
}

/** Runs `docker <args>`. @returns its output */
export async function runDocker(...args: string[]): Promise<string> {
  const { stdout } = await exec('docker', args, { maxBuffer: 16 * 1024 ** 2 });
  return stdout.trim();
}

/**
 * Prepares an installation, with Compose version 2 if installed, otherwise with docker-compose 1.29.
 *
 * @param settings environment variables for docker-compose.yml: ports, the sandbox's settings, `VERSION`
 */
export async function createComposeProject(
  settings: Readonly<Record<string, string>>,
): Promise<ComposeProject> {
  const root = repoRoot();
  const folder = await createTempDirectory();
  const isPlugin = await runDocker('compose', 'version').then(
    () => true,
    () => false,
  );
  const text = await readFile(join(root, 'docker-compose.yml'), 'utf8');
  // Version 1.29 does not support the project name in the file.
  await writeFile(join(folder, 'docker-compose.yml'), text.replace(/^name: .*$/m, ''));
  // The machine is slow because it also builds and tests. What matters is that every call succeeds.
  const services = Object.fromEntries(serviceNames.map((name) => [name, { environment: patientEnv }]));
  await writeFile(join(folder, 'docker-compose.override.yml'), JSON.stringify({ services }));
  await mkdir(join(folder, 'deploy/secrets'), { recursive: true });
  await mkdir(join(folder, 'backups'));
  await cp(join(root, 'deploy/registry'), join(folder, 'deploy/registry'), { recursive: true });
  await copyFile(join(root, 'deploy/sandbox.env'), join(folder, 'sandbox.env'));

  const owner = { OWNER_UID: String(process.getuid?.()), OWNER_GID: String(process.getgid?.()) };
  const env = { ...process.env, ...owner, ...settings };
  const common = ['--project-name', project, '--env-file', 'sandbox.env', '--profile', 'sandbox'];
  async function run(...args: string[]): Promise<string> {
    const [command, first] = isPlugin ? ['docker', ['compose']] : ['docker-compose', []];
    const { stdout } = await exec(command, [...first, ...common, ...args], {
      cwd: folder,
      env,
      maxBuffer: 16 * 1024 ** 2,
    });
    return stdout.trim();
  }
  const down = () => run('down', '--volumes', '--remove-orphans');
  // A run that was killed leaves volumes with other passwords.
  await down();
  return {
    folder,
    run,
    async containers(service) {
      const ids = await run('ps', '--quiet', service);
      return ids.split('\n').filter(Boolean);
    },
    async down() {
      await down();
    },
  };
}

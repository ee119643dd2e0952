import { generateInternalPrivateKey, loadConfig } from '@khmer-learning/service-kit';
import { gatewayConfigSchema } from './config.ts';

const load = (env: Record<string, string> = {}) =>
  loadConfig(gatewayConfigSchema, { LOCAL_DEFAULTS: 'true', ...env });
const secret = 'a secret of one installation that is long enough';
const production = {
  NODE_ENV: 'production',
  LOCAL_DEFAULTS: 'false',
  SESSION_SECRETS: secret,
  INTERNAL_PRIVATE_KEY: generateInternalPrivateKey(),
};

it('works on one machine without any other setting', () => {
  expect(load()).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', UPSTREAM_USERS: [], TRUST_PROXY: false });
});

it('reads lists', () => {
  expect(
    load({
      UPSTREAM_CONTENT: 'http://content:4102, https://content-2',
      REMOTE_DIRS: 'content=/srv/a=b,quizzes=/srv/c',
      REMOTE_URLS: 'users=http://mf-users:8080,commerce=https://commerce.example',
      TRUST_PROXY: '10.0.0.0/8,loopback',
    }),
  ).toMatchObject({
    UPSTREAM_CONTENT: ['http://content:4102', 'https://content-2'],
    REMOTE_DIRS: new Map([
      ['content', '/srv/a=b'],
      ['quizzes', '/srv/c'],
    ]),
    REMOTE_URLS: new Map([
      ['users', 'http://mf-users:8080'],
      ['commerce', 'https://commerce.example'],
    ]),
    TRUST_PROXY: '10.0.0.0/8,loopback',
  });
});

it.each([
  ['UPSTREAM_USERS', 'users:4101'],
  ['UPSTREAM_USERS', 'http://users:4101/prefix'],
  ['UPSTREAM_USERS', 'http://users:4101,nonsense'],
  ['PUBLIC_URL', 'console.example.com'],
  ['REMOTE_DIRS', '/srv/content'],
  ['REMOTE_URLS', 'http://mf-content:8080'],
  ['REMOTE_URLS', 'content=http://mf-content:8080/path'],
  ['SHELL_URL', 'shell:8080'],
  ['SESSION_SECRETS', 'short'],
  ['API_RATE_LIMIT', '0'],
  ['API_CALLER_RATE_LIMIT', '0'],
  ['PORT', '70000'],
])('refuses %s=%s', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});

it('refuses a folder and a host for the same files', () => {
  const shell = { SHELL_DIR: '/srv/shell', SHELL_URL: 'http://shell:8080' };
  expect(() => load(shell)).toThrow('SHELL_URL: must not be set together with SHELL_DIR');
  const quizzes = { REMOTE_DIRS: 'quizzes=/srv/quizzes', REMOTE_URLS: 'quizzes=http://mf-quizzes:8080' };
  expect(() => load(quizzes)).toThrow('REMOTE_URLS: quizzes is also listed in REMOTE_DIRS');
  expect(() => load({ ...quizzes, REMOTE_DIRS: 'content=/srv/content' })).not.toThrow();
});

it('requires secrets unless LOCAL_DEFAULTS is set', () => {
  expect(() => load(production)).not.toThrow();
  for (const name of ['SESSION_SECRETS', 'INTERNAL_PRIVATE_KEY']) {
    const { [name]: _left, ...others } = production as Record<string, string>;
    for (const NODE_ENV of ['', 'development', 'test', 'production'])
      expect(() => load({ ...others, NODE_ENV })).toThrow(`${name}: is not set`);
  }
});

// The tests of all workspaces: Node tests with real MongoDB and NATS, browser tests in jsdom, stories in Chromium.
const swc = (react) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: react },
      target: 'es2022',
      ...(react ? { transform: { react: { runtime: 'automatic' } } } : {}),
    },
    module: { type: 'commonjs' },
  },
];

/** Packages that ship only ES modules, which Jest has to compile. */
const esmOnly = [
  'khmer-normalizer',
  '@fontsource-variable',
  'cookie',
  'content-disposition',
  'fossil-delta',
  's3mini',
  'jose',
  'p-limit',
  'temporal-polyfill',
  'temporal-utils',
  'yocto-queue',
];

const common = {
  rootDir: import.meta.dirname,
  modulePathIgnorePatterns: ['/dist/', '/.data/', '/.cache/'],
  transformIgnorePatterns: [`node_modules/(?!(${esmOnly.join('|')})/)`],
  // Drops .js from relative imports. The sources import each other with .ts, as Node and the bundlers do.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

export default {
  // Aborts hanging tests; a hook that starts several processes takes minutes on a busy machine.
  testTimeout: 180_000,
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{libs,services,gateway,deploy}/**/*.test.ts', '<rootDir>/scripts/*.test.mjs'],
      transform: { '^.+\\.(t|j|mj)sx?$': swc(false) },
      globalSetup: '<rootDir>/libs/test-kit/src/jest-global-setup.ts',
      globalTeardown: '<rootDir>/libs/test-kit/src/jest-global-teardown.ts',
    },
    {
      ...common,
      // Each file starts the whole product: run a few at a time, after a build.
      displayName: 'e2e',
      testEnvironment: '<rootDir>/scripts/jest-story-environment.cjs',
      testMatch: ['<rootDir>/e2e/src/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest-e2e-timeout.cjs'],
      transform: { '^.+\\.(t|j|mj)sx?$': swc(false) },
    },
    {
      ...common,
      // Run after a build, one after another on one shared product (scripts/test.mjs).
      displayName: 'stories',
      testEnvironment: '<rootDir>/scripts/jest-story-environment.cjs',
      testMatch: ['<rootDir>/e2e/src/shared-product/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest-e2e-timeout.cjs'],
      transform: { '^.+\\.(t|j|mj)sx?$': swc(false) },
      globalSetup: '<rootDir>/e2e/src/shared-product/jest-global-setup.ts',
      globalTeardown: '<rootDir>/e2e/src/shared-product/jest-global-teardown.ts',
    },
    {
      ...common,
      // Needs a Docker engine and every image: npm run test:containers.
      displayName: 'containers',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/e2e/src/containers/*.test.ts'],
      transform: { '^.+\\.(t|j|mj)sx?$': swc(false) },
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/{libs,shell,mf-*}/**/*.test.tsx'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest-browser-setup.cjs'],
      transform: { '^.+\\.(t|j|mj)sx?$': swc(true) },
      moduleNameMapper: {
        ...common.moduleNameMapper,
        '\\.(css|woff2?|svg)$': '<rootDir>/scripts/jest-empty-module.cjs',
      },
    },
  ],
};

// The tests of all workspaces: Node tests with real MongoDB and NATS, browser tests in jsdom, stories in Chromium.
import { browserProject, commonProject, compileWith } from './libs/remote-build/jest/browser-project.mjs';

const depth = '<rootDir>/scripts/jest-depth.cjs';
const common = {
  ...commonProject,
  rootDir: import.meta.dirname,
  setupFilesAfterEnv: [depth],
  // The files of the deep ring, which npm run test:full adds.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_DEPTH === 'full' ? [] : ['\\.deep\\.test\\.tsx?$']),
    // Those that scripts/test.mjs leaves out.
    ...(process.env.TESTS_LEFT_OUT?.split('\n') ?? []),
  ],
};
const nodeProject = {
  ...common,
  testEnvironment: '<rootDir>/scripts/jest-node-environment.cjs',
  runtime: '<rootDir>/scripts/jest-node-runtime.cjs',
  transform: { ...compileWith(false), '\\.md$': '<rootDir>/scripts/jest-text.cjs' },
};

export default {
  // Aborts hanging tests; a hook that starts several processes takes minutes on a busy machine.
  testTimeout: 180_000,
  projects: [
    {
      ...nodeProject,
      displayName: 'node',
      testMatch: ['<rootDir>/{libs,services,gateway,deploy}/**/*.test.ts', '<rootDir>/scripts/*.test.mjs'],
      globalSetup: '<rootDir>/libs/test-kit/src/jest-global-setup.ts',
      globalTeardown: '<rootDir>/libs/test-kit/src/jest-global-teardown.ts',
    },
    {
      ...nodeProject,
      // Each file starts the whole product: run a few at a time, after a build.
      displayName: 'e2e',
      testEnvironment: '<rootDir>/scripts/jest-story-environment.cjs',
      testMatch: ['<rootDir>/e2e/src/*.test.ts'],
      setupFilesAfterEnv: [depth, '<rootDir>/scripts/jest-e2e-timeout.cjs'],
    },
    {
      ...nodeProject,
      // Run after a build, one after another on one shared product (scripts/test.mjs).
      displayName: 'stories',
      testEnvironment: '<rootDir>/scripts/jest-story-environment.cjs',
      testMatch: ['<rootDir>/e2e/src/shared-product/*.test.ts'],
      setupFilesAfterEnv: [depth, '<rootDir>/scripts/jest-e2e-timeout.cjs'],
      globalSetup: '<rootDir>/e2e/src/shared-product/jest-global-setup.ts',
      globalTeardown: '<rootDir>/e2e/src/shared-product/jest-global-teardown.ts',
    },
    {
      ...nodeProject,
      // Needs a Docker engine and every image: npm run test:containers.
      displayName: 'containers',
      testMatch: ['<rootDir>/e2e/src/containers/*.test.ts'],
    },
    {
      ...common,
      ...browserProject,
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/jest-browser-environment.cjs',
      setupFilesAfterEnv: [depth, ...browserProject.setupFilesAfterEnv],
      testMatch: ['<rootDir>/{libs,shell,catalogue,mf-*}/**/*.test.tsx'],
    },
  ],
};

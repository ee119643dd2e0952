// The tests of all workspaces: Node tests with real MongoDB and NATS, browser tests in jsdom, stories in Chromium.
import { browserProject, commonProject, compileWith } from './libs/remote-build/jest/browser-project.mjs';

const common = { ...commonProject, rootDir: import.meta.dirname };

export default {
  // Aborts hanging tests; a hook that starts several processes takes minutes on a busy machine.
  testTimeout: 180_000,
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{libs,services,gateway,deploy}/**/*.test.ts', '<rootDir>/scripts/*.test.mjs'],
      transform: compileWith(false),
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
      transform: compileWith(false),
    },
    {
      ...common,
      // Run after a build, one after another on one shared product (scripts/test.mjs).
      displayName: 'stories',
      testEnvironment: '<rootDir>/scripts/jest-story-environment.cjs',
      testMatch: ['<rootDir>/e2e/src/shared-product/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest-e2e-timeout.cjs'],
      transform: compileWith(false),
      globalSetup: '<rootDir>/e2e/src/shared-product/jest-global-setup.ts',
      globalTeardown: '<rootDir>/e2e/src/shared-product/jest-global-teardown.ts',
    },
    {
      ...common,
      // Needs a Docker engine and every image: npm run test:containers.
      displayName: 'containers',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/e2e/src/containers/*.test.ts'],
      transform: compileWith(false),
    },
    {
      ...common,
      ...browserProject,
      displayName: 'browser',
      testMatch: ['<rootDir>/{libs,shell,catalogue,mf-*}/**/*.test.tsx'],
    },
  ],
};

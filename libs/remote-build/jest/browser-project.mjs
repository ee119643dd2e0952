import { join } from 'node:path';

const here = (file) => join(import.meta.dirname, file);

/** Packages that ship only ES modules, which Jest has to compile. */
const esmOnly = [
  '@khmer-learning',
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

/** Compiles TypeScript and ES modules for Jest. */
export const compileWith = (react) => ({
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: react },
        target: 'es2022',
        ...(react ? { transform: { react: { runtime: 'automatic' } } } : {}),
      },
      module: { type: 'commonjs' },
    },
  ],
});

/** What all Jest projects have in common. */
export const commonProject = {
  modulePathIgnorePatterns: ['/dist/', '/.data/', '/.cache/'],
  transformIgnorePatterns: [`node_modules/(?!(${esmOnly.join('|')})/)`],
  // Drops .js from relative imports. The sources import each other with .ts, as Node and the bundlers do.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/** The Jest configuration of a remote's tests: its views run in jsdom. */
export const browserProject = {
  ...commonProject,
  testEnvironment: 'jsdom',
  setupFilesAfterEnv: [here('browser-setup.cjs')],
  transform: compileWith(true),
  moduleNameMapper: {
    ...commonProject.moduleNameMapper,
    '\\.(css|woff2?|svg)$': here('empty-module.cjs'),
  },
};

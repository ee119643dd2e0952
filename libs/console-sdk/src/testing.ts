/** For tests of a remote's views: a console around them, and a network that answers as the test says. */
export type { Answer } from './testing/fake-answer.ts';
export * from './testing/fake-api.ts';
export type { SentFile } from './testing/fake-upload.ts';
export { FormHost, type FormHostProps } from './testing/form-host.tsx';
export * from './testing/open-view.tsx';

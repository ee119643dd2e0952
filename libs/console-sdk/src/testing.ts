/** Test helpers for a remote's views: they render a view inside a console and mock the API. */

export { extensionSource } from './testing/extension-source.ts';
export * from './testing/fake-api.ts';
export type { FakeResponse, RecordedUpload } from './testing/fake-xml-http-request.ts';
export * from './testing/render-view.tsx';

/** For tests of a remote's views: a console around them, and a network that answers as the test says. */

export * from './testing/fake-api.ts';
export type { FakeResponse } from './testing/fake-response.ts';
export type { RecordedUpload } from './testing/fake-xml-http-request.ts';
export { FormHost, type FormHostProps } from './testing/form-host.tsx';
export * from './testing/render-view.tsx';

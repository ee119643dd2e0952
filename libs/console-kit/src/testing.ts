/** Test helpers for lists and forms, in addition to those of console-sdk. */

export { fakeAudio } from './testing/fake-audio.ts';
export { fakeEventSource } from './testing/fake-event-source.ts';
export { type FakeMicrophone, fakeMicrophone, soundFile } from './testing/fake-microphone.ts';
export { FormHost, type FormHostProps } from './testing/form-host.tsx';

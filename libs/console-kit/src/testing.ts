/** Test helpers for lists and forms, in addition to those of console-sdk. */

export { type FakeMicrophone, fakeMicrophone, soundFile } from './testing/fake-microphone.ts';
export { FormHost, type FormHostProps } from './testing/form-host.tsx';

/** Replaces `Audio`, which jsdom does not have. @returns the URLs of what was played, to which later ones are added */
export function fakeAudio(): readonly string[] {
  const played: string[] = [];
  globalThis.Audio = class extends EventTarget {
    constructor(url: string) {
      super();
      played.push(url);
    }
    async play() {}
    pause() {}
  } as unknown as typeof Audio;
  return played;
}

/** Sets `EventSource`, which jsdom lacks; delete it from `globalThis` afterwards. @returns the opened streams, also later ones */
export function fakeEventSource(): readonly EventTarget[] {
  const streams: EventTarget[] = [];
  class FakeEventSource extends EventTarget {
    constructor() {
      super();
      streams.push(this);
    }
    close() {}
  }
  Object.assign(globalThis, { EventSource: FakeEventSource });
  return streams;
}

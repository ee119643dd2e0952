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

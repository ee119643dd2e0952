import { act } from '@testing-library/react';
import { encodeWav } from '../recording/wav.ts';

const sampleRate = 16_000;
const samplesOf = (ms: number) => Math.round((sampleRate * ms) / 1000);
const silence = (ms: number) => new Float32Array(samplesOf(ms));
const tone = (ms: number) =>
  Float32Array.from(
    { length: samplesOf(ms) },
    (_, at) => 0.5 * Math.sin((2 * Math.PI * 300 * at) / sampleRate),
  );

/** A WAV file with a tone of this length between half a second of silence. */
export function soundFile(ms: number, name = 'word.wav'): File {
  const sound = [silence(500), tone(ms), silence(500)].flatMap((part) => [...part]);
  return new File([encodeWav(Float32Array.from(sound), sampleRate)], name, { type: 'audio/wav' });
}

/** The samples of a 16-bit WAV file, as a browser decodes it. */
function decodeWav(bytes: ArrayBuffer) {
  const view = new DataView(bytes);
  if (bytes.byteLength < 44 || view.getUint32(0) !== 0x52494646) throw new DOMException('', 'EncodingError');
  const samples = Float32Array.from(
    { length: (bytes.byteLength - 44) / 2 },
    (_, at) => view.getInt16(44 + at * 2, true) / 0x7fff,
  );
  return { length: samples.length, numberOfChannels: 1, getChannelData: () => samples };
}

/** The microphone of a test. */
export interface FakeMicrophone {
  /** Tones of these lengths at once, each after half a second of silence and with as much after it. */
  speak(...lengthsMs: number[]): Promise<void>;
  waitInSilence(ms: number): Promise<void>;
  unplug(): Promise<void>;
  /** The microphone cannot be opened: `NotAllowedError`, `NotFoundError`. Null: it can. */
  failWith(errorName: string | null): void;
  readonly isOpen: boolean;
}

/** Gives the page what jsdom lacks: a microphone of 16 kHz, object URLs, sounds and a decoder of WAV. Call it before each test. */
export function fakeMicrophone(): FakeMicrophone {
  let errorName: string | null = null;
  let send: ((samples: Float32Array) => void) | null = null;
  let track = new EventTarget();

  class FakeNode {
    readonly port: { onmessage: ((event: { data: Float32Array }) => void) | null } = { onmessage: null };
    connect = (next: unknown) => next;
  }
  class FakeAudioContext {
    readonly sampleRate = sampleRate;
    readonly destination = {};
    readonly audioWorklet = { addModule: async () => {} };
    createMediaStreamSource() {
      return {
        connect: (node: FakeNode) => {
          send = (data) => node.port.onmessage?.({ data });
          return node;
        },
      };
    }
    async resume() {}
    async close() {
      send = null;
    }
  }
  class FakeOfflineAudioContext {
    async decodeAudioData(bytes: ArrayBuffer) {
      return decodeWav(bytes);
    }
  }
  async function getUserMedia() {
    if (errorName !== null) throw new DOMException('', errorName);
    track = Object.assign(new EventTarget(), {
      stop: () => {
        send = null;
      },
    });
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  }
  class FakeAudio extends EventTarget {
    readonly src: string;
    constructor(src: string) {
      super();
      this.src = src;
    }
    async play() {}
    pause() {}
  }
  Object.assign(globalThis, {
    AudioContext: FakeAudioContext,
    AudioWorkletNode: FakeNode,
    OfflineAudioContext: FakeOfflineAudioContext,
    Audio: FakeAudio,
  });
  let urls = 0;
  Object.assign(URL, {
    createObjectURL: () => {
      urls += 1;
      return `blob:${urls}`;
    },
    revokeObjectURL: () => {},
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
    return new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.onerror = () => reject(reader.error);
      reader.readAsArrayBuffer(this);
    });
  };

  const hear = (...parts: Float32Array[]) =>
    act(async () => {
      for (const part of parts) {
        for (let at = 0; at < part.length; at += 2048) send?.(part.slice(at, at + 2048));
      }
    });
  return {
    speak: (...lengthsMs) => hear(...lengthsMs.flatMap((ms) => [silence(500), tone(ms), silence(500)])),
    waitInSilence: (ms) => hear(silence(ms)),
    unplug: () => act(async () => void track.dispatchEvent(new Event('ended'))),
    failWith: (name) => {
      errorName = name;
    },
    get isOpen() {
      return send !== null;
    },
  };
}

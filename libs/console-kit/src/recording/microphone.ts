import { message } from '../messages/messages.ts';

type MicrophoneProblem = 'unsupported' | 'denied' | 'missing' | 'busy' | 'disconnected';

/** The microphone cannot be used, or cannot be used any more. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`microphone ${problem}`, { cause });
    this.problem = problem;
  }
}

/** @returns what the user can do about a failure of `openMicrophone`, in the language of the page */
export function microphoneMessageOf(error: unknown): string {
  return message(`microphone.${error instanceof MicrophoneError ? error.problem : 'busy'}`);
}

/** A microphone that is being recorded. */
export interface Microphone {
  readonly sampleRate: number;
  /** Ends the recording and releases the microphone. */
  close(): void;
}

export interface MicrophoneOptions {
  /** Called with all samples in order, from -1 to 1, mono, without gaps. */
  onSamples: (samples: Float32Array) => void;
  /** Called when the microphone ends by itself: it was unplugged, or its permission was withdrawn. */
  onEnd: () => void;
}

const problemsByErrorName: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/* The browser's filters are for calls. They change the sound and its beginning; the media service evens out the loudness. */
const unfiltered = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

async function openStream(devices: MediaDevices): Promise<MediaStream> {
  try {
    return await devices.getUserMedia({ audio: unfiltered });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new MicrophoneError(problemsByErrorName[name] ?? 'busy', error);
  }
}

/**
 * Records the microphone; call it on a press, before which browsers record nothing. The samples come from an audio worklet, a
 * file of this package: the console's CSP forbids code from data and blobs. Throws `MicrophoneError` if it cannot be used.
 */
export async function openMicrophone({ onSamples, onEnd }: MicrophoneOptions): Promise<Microphone> {
  // Absent on pages that are not served over https, whatever the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined || typeof AudioWorkletNode === 'undefined')
    throw new MicrophoneError('unsupported');
  const context = new AudioContext();
  try {
    // Everything is ready before the microphone opens, so that the beginning of what is said is not lost.
    await context.audioWorklet.addModule(new URL('./capture-worklet.js', import.meta.url));
    const capture = new AudioWorkletNode(context, 'capture-samples');
    capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
    // A node is only processed if it leads to the output. The worklet's own output is silent.
    capture.connect(context.destination);
    const stream = await openStream(devices);
    context.createMediaStreamSource(stream).connect(capture);
    await context.resume();
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', onEnd);
    return {
      sampleRate: context.sampleRate,
      close: () => {
        capture.port.onmessage = null;
        for (const track of stream.getTracks()) track.stop();
        void context.close();
      },
    };
  } catch (error) {
    void context.close();
    throw error;
  }
}

/** Why there is no sound of the microphone. */
export type MicrophoneProblem = 'unsupported' | 'denied' | 'missing' | 'busy';

/** The microphone cannot be used. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`microphone ${problem}`, { cause });
    this.problem = problem;
  }
}

/** What the user can do about a problem with the microphone. */
export const microphoneMessages: Record<MicrophoneProblem, string> = {
  unsupported: 'This browser cannot record. Use a current browser over https, or upload a recording.',
  denied:
    'The microphone is not allowed. Allow it in the browser’s settings of this site and try again, or upload a recording.',
  missing: 'No microphone was found. Connect one and try again, or upload a recording.',
  busy: 'The microphone cannot be used. Close other programs that use it and try again.',
};

/** A microphone that is being recorded. */
export interface Microphone {
  /** Of the samples, in hertz. */
  readonly sampleRate: number;
  /** Ends the recording and releases the microphone. */
  close(): void;
}

interface MicrophoneOptions {
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

/**
 * Asks for the microphone and records it. Throws `MicrophoneError` if it cannot be used.
 * The samples come from an audio worklet, a file of this package: the console's CSP forbids code from data and blobs.
 */
export async function openMicrophone({ onSamples, onEnd }: MicrophoneOptions): Promise<Microphone> {
  // Absent on pages that are not served over https, whatever the types say.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined || typeof AudioWorkletNode === 'undefined') throw new MicrophoneError('unsupported');
  let stream: MediaStream;
  try {
    stream = await devices.getUserMedia({ audio: unfiltered });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new MicrophoneError(problemsByErrorName[name] ?? 'busy', error);
  }
  const context = new AudioContext();
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(new URL('./capture-worklet.js', import.meta.url));
  } catch (error) {
    stop();
    throw error;
  }
  const capture = new AudioWorkletNode(context, 'capture-samples');
  capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
  // A node is only processed if it leads to the output. The worklet's own output is silent.
  context.createMediaStreamSource(stream).connect(capture).connect(context.destination);
  for (const track of stream.getAudioTracks()) track.addEventListener('ended', onEnd);
  return {
    sampleRate: context.sampleRate,
    close: () => {
      capture.port.onmessage = null;
      stop();
    },
  };
}

import { ApiError, NetworkError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import {
  mediaRecordingUpload,
  type Recording,
  type RecordingLanguage,
  recordingKey,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Sound } from './decode-audio.ts';
import { addRecording, type RecordableRow } from './row-recordings.ts';
import { encodeWav } from './wav.ts';

/** What a form has recordings of: a section, or a question. */
export interface RecordingTarget {
  readonly id: string;
  /** Its name and place in the form. */
  getPlace(): { label: string; index: number };
  getRows(): readonly RecordableRow[];
  getRecordings(): readonly Recording[];
  setRecordings(recordings: readonly Recording[]): void;
  getMax(): number;
}

/** A recording that is not uploaded yet. It is part of the form only afterwards. */
export interface Clip {
  readonly id: number;
  readonly targetId: string;
  readonly language: RecordingLanguage;
  readonly text: string;
  /** Plays it from this browser. */
  readonly url: string;
  readonly state: 'uploading' | 'failed';
  /** The share that was sent, 0 to 1. */
  readonly progress: number;
  /** Why it failed, or why it has to be sent again; null at the first try. */
  readonly message: string | null;
}

interface NewClip {
  language: RecordingLanguage;
  text: string;
  sound: Sound;
  /** A stale recording that it is made instead of. */
  replaced?: Recording | undefined;
}

interface ClipState {
  clip: Clip;
  file: File;
  replaced: Recording | undefined;
  /** Present while it is sent. */
  controller: AbortController | null;
  attempts: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

type SendRecording = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<string>;

const maxConcurrentUploads = 2;
const maxRetryDelayMs = 30_000;

/** Whether the same upload may succeed later without the user. */
const isTemporary = (error: unknown) =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 502));

/** The clips of an open form on their way to the server. */
export interface RecordingUploads {
  getClips(): readonly Clip[];
  subscribe(onChange: () => void): () => void;
  /** Uploads a sound as the recording of a text. It replaces a clip of the same text that is not uploaded yet. */
  add(target: RecordingTarget, clip: NewClip): void;
  /** Sends a clip that failed again. */
  retry(id: number): void;
  discard(id: number): void;
  /** @returns unregisters the target, whose clips are discarded */
  register(target: RecordingTarget): () => void;
  /** In the form's order. */
  getTargets(): readonly RecordingTarget[];
  /** Sends the clips that wait for a connection now. */
  retryWaiting(): void;
}

/**
 * Creates the queue of a form's clips. Two are sent at a time. A clip that finds no connection or a busy server is sent again
 * after growing delays; any other failure waits for the user.
 */
export function createRecordingUploads(send: SendRecording): RecordingUploads {
  const targets = new Map<string, RecordingTarget>();
  const listeners = new Set<() => void>();
  let states: ClipState[] = [];
  let clips: readonly Clip[] = [];
  let lastId = 0;

  const publish = () => {
    clips = states.map(({ clip }) => clip);
    for (const listener of listeners) listener();
  };
  const change = (state: ClipState, changes: Partial<Clip>) => {
    state.clip = { ...state.clip, ...changes };
    publish();
  };
  const drop = (state: ClipState) => {
    state.controller?.abort();
    clearTimeout(state.timer);
    URL.revokeObjectURL(state.clip.url);
    states = states.filter((other) => other !== state);
    publish();
    sendNext();
  };

  const complete = (state: ClipState, file: string) => {
    const { targetId, language, text } = state.clip;
    const target = targets.get(targetId);
    const recording = { language, text, file };
    target?.setRecordings(addRecording(target.getRecordings(), target.getRows(), recording, state.replaced));
    drop(state);
  };

  const fail = (state: ClipState, error: unknown) => {
    const message = userMessageOf(error, 'The recording could not be uploaded.');
    if (!isTemporary(error)) {
      change(state, { state: 'failed', message, progress: 0 });
      return;
    }
    state.attempts += 1;
    state.timer = setTimeout(
      () => {
        state.timer = undefined;
        sendNext();
      },
      Math.min(maxRetryDelayMs, 1000 * 2 ** state.attempts),
    );
    change(state, { message, progress: 0 });
  };

  async function upload(state: ClipState): Promise<void> {
    const controller = new AbortController();
    state.controller = controller;
    try {
      const file = await send(state.file, {
        signal: controller.signal,
        onProgress: (progress) => !controller.signal.aborted && change(state, { progress }),
      });
      if (controller.signal.aborted) return;
      state.controller = null;
      complete(state, file);
    } catch (error) {
      if (controller.signal.aborted) return;
      state.controller = null;
      fail(state, error);
    }
    sendNext();
  }

  function sendNext(): void {
    const sending = states.filter(({ controller }) => controller !== null).length;
    const ready = states.filter(
      ({ clip, controller, timer }) =>
        clip.state === 'uploading' && controller === null && timer === undefined,
    );
    for (const state of ready.slice(0, maxConcurrentUploads - sending)) void upload(state);
  }

  const findState = (id: number) => states.find(({ clip }) => clip.id === id);

  return {
    getClips: () => clips,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    add(target, { language, text, sound, replaced }) {
      const key = recordingKey(language, text);
      for (const state of states) {
        const { clip } = state;
        if (clip.targetId === target.id && recordingKey(clip.language, clip.text) === key) drop(state);
      }
      const wav = encodeWav(sound.samples, sound.sampleRate);
      lastId += 1;
      states.push({
        clip: {
          id: lastId,
          targetId: target.id,
          language,
          text,
          url: URL.createObjectURL(wav),
          state: 'uploading',
          progress: 0,
          message: null,
        },
        file: new File([wav], 'recording.wav', { type: wav.type }),
        replaced,
        controller: null,
        attempts: 0,
        timer: undefined,
      });
      publish();
      sendNext();
    },
    retry(id) {
      const state = findState(id);
      if (state === undefined) return;
      change(state, { state: 'uploading', message: null });
      sendNext();
    },
    discard(id) {
      const state = findState(id);
      if (state !== undefined) drop(state);
    },
    register(target) {
      targets.set(target.id, target);
      return () => {
        targets.delete(target.id);
        const lost = states.filter(({ clip }) => clip.targetId === target.id);
        for (const state of lost) drop(state);
        if (lost.length > 0) toast.error(lostMessage(lost.length));
      };
    },
    getTargets: () =>
      [...targets.values()].toSorted((one, other) => one.getPlace().index - other.getPlace().index),
    retryWaiting() {
      for (const state of states) {
        clearTimeout(state.timer);
        state.timer = undefined;
      }
      sendNext();
    },
  };
}

function lostMessage(count: number): string {
  return count === 1
    ? 'A recording was lost: it was not uploaded when its text was removed.'
    : `${count} recordings were lost: they were not uploaded when their text was removed.`;
}

const RecordingUploadsContext = createContext<RecordingUploads | null>(null);

/** @returns the clips of the form; null outside `wrapWithProvider` of `useRecordingUploads` */
export function useRecordingUploadsContext(): RecordingUploads | null {
  return useContext(RecordingUploadsContext);
}

/** @returns the clips of `uploads`, as they change */
export function useClips(uploads: RecordingUploads): readonly Clip[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getClips);
}

/**
 * The recordings of an open form that are being uploaded. The form counts as changed, and cannot be saved, while there are some.
 * @returns the clips, the queue for `RecordingUploadStatus`, and a function that wraps the parts of the form that can be
 *   recorded
 */
export function useRecordingUploads() {
  const api = useApi();
  const [uploads] = useState(() =>
    createRecordingUploads(async (file, options) => {
      const { data } = await api.sendFile(mediaRecordingUpload, file, options);
      return data.filename;
    }),
  );
  useEffect(() => {
    const onOnline = () => uploads.retryWaiting();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [uploads]);
  return {
    uploads,
    clips: useClips(uploads),
    wrapWithProvider: (parts: ReactNode) => (
      <RecordingUploadsContext value={uploads}>{parts}</RecordingUploadsContext>
    ),
  };
}

/** Options of `useRecordingTarget`. The functions read and write the form's present values. */
export interface RecordingTargetOptions {
  /** Its name: `Section 2`. */
  label: string;
  /** Its place in the form. */
  index: number;
  /** The texts that can be recorded. */
  getRows: () => readonly RecordableRow[];
  getRecordings: () => readonly Recording[] | undefined;
  setRecordings: (recordings: readonly Recording[]) => void;
  /** How many recordings it can have, stale ones included. */
  max: number;
}

/** Makes a part of a form recordable, wherever it is moved. Its clips are discarded when it is removed. */
export function useRecordingTarget(options: RecordingTargetOptions): RecordingTarget {
  const uploads = useRecordingUploadsContext();
  const id = useId();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [target] = useState(
    (): RecordingTarget => ({
      id,
      getPlace: () => latest.current,
      getRows: () => latest.current.getRows(),
      getRecordings: () => latest.current.getRecordings() ?? [],
      setRecordings: (recordings) => latest.current.setRecordings(recordings),
      getMax: () => latest.current.max,
    }),
  );
  useEffect(() => uploads?.register(target), [uploads, target]);
  return target;
}

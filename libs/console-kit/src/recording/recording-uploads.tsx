import { ApiError, NetworkError, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import {
  mediaRecordingUpload,
  type Recording,
  type RecordingLanguage,
  recordingKey,
} from '@khmer-learning/contracts';
import { Button, Inline, Text } from '@khmer-learning/ui-kit';
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
import { message, useMessages } from '../messages/messages.ts';
import { addRecording, type RecordableRow } from './row-recordings.ts';
import type { Sound } from './sound-file.ts';
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
  /** `recordingKey` of the text. */
  readonly key: string;
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
  /**
   * Uploads a sound as the recording of a text, in place of a pending clip of it. If the target is gone by then, it becomes that
   * of another with the text; without one, the clip has failed.
   */
  add(target: RecordingTarget, clip: NewClip): void;
  /** Whether a recording of the text can be added: the target has fewer than its maximum, or one of this text. */
  hasRoom(target: RecordingTarget, language: RecordingLanguage, text: string): boolean;
  /** Sends a clip that failed again. */
  retry(id: number): void;
  discard(id: number): void;
  discardAll(): void;
  /** @returns unregisters the target */
  register(target: RecordingTarget): () => void;
  /** In the form's order. */
  getTargets(): readonly RecordingTarget[];
  /** Sends the clips that wait for a connection now. */
  retryWaiting(): void;
}

/** The queue of a form's clips, two sent at a time; without a connection or with a busy server again after growing delays. */
function createRecordingUploads(send: SendRecording): RecordingUploads {
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

  const getTargets = () =>
    [...targets.values()].toSorted((one, other) => one.getPlace().index - other.getPlace().index);
  /** A part of a form gets another target when it is removed and comes back, or the form is loaded again. */
  const findTarget = ({ targetId, language, key }: Clip) =>
    targets.get(targetId) ??
    getTargets().find((target) =>
      target.getRows().some(({ texts }) => recordingKey(language, texts[language]) === key),
    );

  const complete = (state: ClipState, file: string) => {
    const { language, text } = state.clip;
    const target = findTarget(state.clip);
    if (target === undefined) {
      change(state, { state: 'failed', message: message('recordingUpload.textGone'), progress: 0 });
      return;
    }
    const recording = { language, text, file };
    target.setRecordings(addRecording(target.getRecordings(), target.getRows(), recording, state.replaced));
    drop(state);
  };

  const fail = (state: ClipState, error: unknown) => {
    const reason = userMessageOf(error, message('recordingUpload.failed'));
    if (!isTemporary(error)) {
      change(state, { state: 'failed', message: reason, progress: 0 });
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
    change(state, { message: reason, progress: 0 });
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
        if (state.clip.targetId === target.id && state.clip.key === key) drop(state);
      }
      const wav = encodeWav(sound.samples, sound.sampleRate);
      lastId += 1;
      states.push({
        clip: {
          id: lastId,
          targetId: target.id,
          language,
          text,
          key,
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
    discardAll() {
      for (const state of states) {
        state.controller?.abort();
        clearTimeout(state.timer);
        URL.revokeObjectURL(state.clip.url);
      }
      states = [];
      publish();
    },
    hasRoom(target, language, text) {
      const recorded = target.getRecordings().map((one) => recordingKey(one.language, one.text));
      const coming = states.filter(({ clip }) => clip.targetId === target.id).map(({ clip }) => clip.key);
      const keys = new Set([...recorded, ...coming]);
      return keys.has(recordingKey(language, text)) || keys.size < target.getMax();
    },
    register(target) {
      targets.set(target.id, target);
      return () => {
        targets.delete(target.id);
      };
    },
    getTargets,
    retryWaiting() {
      for (const state of states) {
        clearTimeout(state.timer);
        state.timer = undefined;
      }
      sendNext();
    },
  };
}

const RecordingUploadsContext = createContext<RecordingUploads | null>(null);

/** @returns the clips of the form. It must be inside `wrapWithProvider` of `useRecordingUploads`. */
export function useRecordingUploadsContext(): RecordingUploads {
  const uploads = useContext(RecordingUploadsContext);
  if (uploads === null) throw new Error('There is no useRecordingUploads around this part of the form');
  return uploads;
}

/** @returns the clips of `uploads`, as they change */
export function useClips(uploads: RecordingUploads): readonly Clip[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getClips);
}

/** @returns the clip of a text that is not uploaded yet */
export function useClip(
  target: RecordingTarget,
  language: RecordingLanguage,
  text: string,
): Clip | undefined {
  const uploads = useRecordingUploadsContext();
  const key = recordingKey(language, text);
  return useSyncExternalStore(uploads.subscribe, () =>
    uploads.getClips().find((clip) => clip.targetId === target.id && clip.key === key),
  );
}

/**
 * The recordings of an open form that are being uploaded, during which it counts as changed and cannot be saved.
 * @returns the clips, the queue for `RecordingUploadStatus`, and what wraps the parts that can be recorded
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
    return () => {
      window.removeEventListener('online', onOnline);
      uploads.discardAll();
    };
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
  getRows: () => readonly RecordableRow[];
  getRecordings: () => readonly Recording[] | undefined;
  setRecordings: (recordings: readonly Recording[]) => void;
  /** How many recordings it can have, stale ones included. */
  max: number;
}

/** Makes a part of a form recordable, wherever it is moved. */
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
  useEffect(() => uploads.register(target), [uploads, target]);
  return target;
}

/** For a form's footer: says that recordings are being uploaded or failed, and what the user can do. Empty without any. */
export function RecordingUploadStatus({ uploads }: { uploads: RecordingUploads }) {
  const t = useMessages();
  const clips = useClips(uploads);
  const failed = clips.filter(({ state }) => state === 'failed');
  if (clips.length === 0) return null;
  if (failed.length === 0) {
    const isWaiting = clips.some(({ message }) => message !== null);
    return (
      <Text size="small" muted role="status">
        {t(isWaiting ? 'recordingUploadStatus.waiting' : 'recordingUploadStatus.uploading', {
          count: clips.length,
        })}
      </Text>
    );
  }
  const forEachFailed = (action: (id: number) => void) => () => {
    for (const { id } of failed) action(id);
  };
  return (
    <Inline gap={2}>
      <Text size="small" role="status">
        {t('recordingUploadStatus.failed', { count: failed.length, reason: failed[0]?.message ?? '' })}
      </Text>
      <Button size="small" onClick={forEachFailed(uploads.retry)}>
        {t('action.sendAgain')}
      </Button>
      <Button size="small" onClick={forEachFailed(uploads.discard)}>
        {t('action.discard')}
      </Button>
    </Inline>
  );
}

import {
  playRecording,
  type RecordingUploads,
  useClips,
  useSpeechRecorder,
} from '@khmer-learning/console-kit';
import { recordingFinder } from '@khmer-learning/contracts';
import { useEffect, useRef, useState } from 'react';
import { clipKey, type Prompt } from './prompts.ts';

interface Session {
  readonly prompts: readonly Prompt[];
  /** The prompt that is shown; their number once all were shown. */
  readonly index: number;
  /** The keys of the prompts that were recorded in this session. */
  readonly taken: ReadonlySet<string>;
  /** The index of the prompt that was recorded last. */
  readonly lastTaken: number | null;
}

export interface PromptProgress {
  readonly prompt: Prompt;
  readonly state: 'none' | 'uploading' | 'failed' | 'saved';
  /** Why it failed, or has to be sent again. */
  readonly message: string | null;
}

const emptySession: Session = { prompts: [], index: 0, taken: new Set(), lastTaken: null };

/** Records prompts one after the other. What is recorded is uploaded by `uploads` at once. */
export function useBooth(uploads: RecordingUploads) {
  const clips = useClips(uploads);
  const [session, setSession] = useState(emptySession);
  // As in the state, but up to date between two renderings: two words can end at once.
  const latest = useRef(session);
  const update = (changes: Partial<Session>) => {
    latest.current = { ...latest.current, ...changes };
    setSession(latest.current);
  };

  const recorder = useSpeechRecorder((sound) => {
    const { prompts, index, taken } = latest.current;
    const prompt = prompts[index];
    if (prompt === undefined) return;
    const { target, language, text, earlier } = prompt;
    const replaced = earlier?.isStale ? earlier.recording : undefined;
    uploads.add(target, { language, text, sound, replaced });
    const nextTaken = new Set(taken).add(prompt.key);
    const next = prompts.findIndex(({ key }, place) => place > index && !nextTaken.has(key));
    update({ taken: nextTaken, lastTaken: index });
    show(next < 0 ? prompts.length : next);
  });
  const show = (index: number) => {
    update({ index });
    if (index >= latest.current.prompts.length) recorder.close();
  };

  const stopPlaying = useRef(() => {});
  useEffect(() => () => stopPlaying.current(), []);
  const listen = () => {
    stopPlaying.current();
    recorder.listen();
  };
  const record = (index: number) => {
    show(index);
    listen();
  };

  const clipsByKey = new Map(clips.map((clip) => [clipKey(clip), clip]));
  const progressOf = (prompt: Prompt): PromptProgress => {
    const clip = clipsByKey.get(prompt.key);
    const isTaken = session.taken.has(prompt.key);
    return { prompt, state: clip?.state ?? (isTaken ? 'saved' : 'none'), message: clip?.message ?? null };
  };
  const finders = new Map<string, ReturnType<typeof recordingFinder>>();
  const urlOf = ({ key, target, language, text }: Prompt): string | null => {
    const find = finders.get(target.id) ?? recordingFinder(target.getRecordings());
    finders.set(target.id, find);
    return clipsByKey.get(key)?.url ?? find(language, text);
  };

  const { prompts, index, taken, lastTaken } = session;
  const progress = prompts.map(progressOf);
  const failed = progress.filter(({ state }) => state === 'failed');
  const current = prompts[index];
  /** What Retake and Play act on: the prompt that is shown if it was recorded, otherwise the one that was recorded last. */
  const subjectIndex = current === undefined || taken.has(current.key) ? index : (lastTaken ?? index);

  return {
    recorder,
    prompts,
    index,
    current,
    progress,
    /** Plays the newest recording of a prompt; null without one. */
    urlOf,
    subject: progress[subjectIndex],
    failedCount: failed.length,
    sendFailedAgain() {
      for (const { prompt } of failed) {
        const clip = clipsByKey.get(prompt.key);
        if (clip) uploads.retry(clip.id);
      }
    },
    begin(chosen: readonly Prompt[]) {
      update({ ...emptySession, prompts: chosen });
      listen();
    },
    /** Records a prompt, and goes on with the next one that was not recorded. */
    record,
    /** The first prompt that was not recorded; -1 without one. */
    firstMissing: prompts.findIndex(({ key }) => !taken.has(key)),
    toggle() {
      if (recorder.status !== 'listening') listen();
      else {
        recorder.endWord();
        recorder.pause();
      }
    },
    /** What is being said is kept. */
    next() {
      if (!recorder.endWord()) show(latest.current.index + 1);
    },
    back() {
      recorder.pause();
      show(Math.max(0, index - 1));
    },
    /** What is being said is not kept. */
    skip() {
      if (recorder.status === 'listening') listen();
      show(index + 1);
    },
    retake: () => record(recorder.isSpeaking ? index : subjectIndex),
    play() {
      const subject = prompts[subjectIndex];
      const url = subject === undefined ? null : urlOf(subject);
      if (url === null) return;
      recorder.pause();
      stopPlaying.current = playRecording(url, () => {});
    },
  };
}

export type Booth = ReturnType<typeof useBooth>;

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { message } from '../messages/messages.ts';
import { type Microphone, MicrophoneError, microphoneMessageOf, openMicrophone } from './microphone.ts';
import type { Sound } from './sound-file.ts';
import { createSpeechCutter, type SpeechCutter } from './speech-detector.ts';

/** Something that is said without a pause for longer than this is not a word, but a loud room. */
const maxWordSeconds = 30;

interface Take {
  /** Null until the microphone is open. */
  open: { microphone: Microphone; cutter: SpeechCutter } | null;
}

export interface SpeechRecorderState {
  /** `paused`: the microphone is open, and nothing is recorded. */
  readonly status: 'closed' | 'opening' | 'paused' | 'listening';
  /** Of the microphone, in dBFS. */
  readonly level: number;
  /** Whether a word is being said that is recorded. */
  readonly isSpeaking: boolean;
  /** Why it does not listen, for the user. */
  readonly problem: string | null;
}

/** The problem is a function, which gives it in the language of the page. */
type State = Omit<SpeechRecorderState, 'problem'> & { readonly problem: (() => string) | null };

const closed: State = { status: 'closed', level: -100, isSpeaking: false, problem: null };

/**
 * Records words from a microphone that stays open; a word ends after 0.7 seconds of silence. Unmounting closes it.
 * @param onWord called with each word, without the silence around it
 * @returns the state and controls. `listen` (which also opens), `pause` and `close` lose what is being said; `endWord` ends it
 * at once and returns false if there is nothing
 */
export function useSpeechRecorder(onWord: (sound: Sound) => void) {
  const [state, setState] = useState(closed);
  const take = useRef<Take | null>(null);
  /** As in the state, but up to date between two renderings. */
  const isListening = useRef(false);
  const latest = useRef(onWord);
  useLayoutEffect(() => {
    latest.current = onWord;
  });

  const close = (problem: State['problem'] = null) => {
    take.current?.open?.microphone.close();
    take.current = null;
    isListening.current = false;
    setState({ ...closed, problem });
  };
  useEffect(
    () => () => {
      take.current?.open?.microphone.close();
      take.current = null;
    },
    [],
  );

  const setListening = (listening: boolean, problem: State['problem'] = null) => {
    const open = take.current?.open;
    if (!open) return;
    open.cutter.flush();
    isListening.current = listening;
    const status = listening ? 'listening' : 'paused';
    setState({ status, level: open.cutter.level, isSpeaking: false, problem });
  };

  const hear = ({ open }: Take, samples: Float32Array) => {
    if (open === null) return;
    const { microphone, cutter } = open;
    const { sampleRate } = microphone;
    // Heard in a pause, too, because the noise of the room is measured.
    for (const word of cutter.push(samples)) {
      if (isListening.current) latest.current({ samples: word, sampleRate });
    }
    if (cutter.keptLength > maxWordSeconds * sampleRate) {
      if (isListening.current)
        setListening(false, () => message('speechRecorder.noPause', { seconds: maxWordSeconds }));
      else cutter.flush();
      return;
    }
    const { level, isSpeaking } = cutter;
    setState((last) => ({ ...last, level, isSpeaking: isSpeaking && isListening.current }));
  };

  const open = async () => {
    const begun: Take = { open: null };
    take.current = begun;
    setState({ ...closed, status: 'opening' });
    try {
      const microphone = await openMicrophone({
        onSamples: (samples) => take.current === begun && hear(begun, samples),
        onEnd: () =>
          take.current === begun && close(() => microphoneMessageOf(new MicrophoneError('disconnected'))),
      });
      if (take.current !== begun) {
        microphone.close();
        return;
      }
      begun.open = { microphone, cutter: createSpeechCutter(microphone.sampleRate) };
      setListening(true);
    } catch (error) {
      if (take.current === begun) close(() => microphoneMessageOf(error));
    }
  };

  return {
    ...state,
    problem: state.problem?.() ?? null,
    listen() {
      if (take.current === null) void open();
      else setListening(true);
    },
    pause: () => setListening(false),
    close: () => close(),
    endWord(): boolean {
      const recorded = isListening.current ? take.current?.open : null;
      const word = recorded?.cutter.flush() ?? null;
      if (!recorded || word === null) return false;
      latest.current({ samples: word, sampleRate: recorded.microphone.sampleRate });
      return true;
    },
  };
}

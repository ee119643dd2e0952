import { recordingUploadLimits } from '@khmer-learning/contracts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { message } from '../messages/messages.ts';
import { type Microphone, MicrophoneError, microphoneMessageOf, openMicrophone } from './microphone.ts';
import type { Sound } from './sound-file.ts';
import { createSpeechDetector, joinSamples, type SpeechDetector, trimSilence } from './speech-detector.ts';
import { maxWavSamples } from './wav.ts';

interface Take {
  readonly parts: Float32Array[];
  length: number;
  /** Present once the microphone is open. */
  open: { microphone: Microphone; detector: SpeechDetector } | null;
}

interface RecorderState {
  readonly status: 'idle' | 'starting' | 'recording';
  /** Of the microphone, in dBFS. */
  readonly level: number;
  readonly seconds: number;
  /** Why nothing, or less than expected, was recorded: for the user, in the language of the page. */
  readonly problem: (() => string) | null;
}

const idle: RecorderState = { status: 'idle', level: -100, seconds: 0, problem: null };

/**
 * Records one sound at a time, until `stop`, the maximum length or a disconnection; unmounting discards it.
 * @param onRecorded called with the sound without the silence around it
 */
export function useRecorder(onRecorded: (sound: Sound) => void) {
  const [state, setState] = useState(idle);
  const take = useRef<Take | null>(null);
  const latest = useRef(onRecorded);
  useLayoutEffect(() => {
    latest.current = onRecorded;
  });
  useEffect(
    () => () => {
      take.current?.open?.microphone.close();
      take.current = null;
    },
    [],
  );

  const finish = (problem: RecorderState['problem']) => {
    const ended = take.current;
    take.current = null;
    if (!ended?.open) {
      setState({ ...idle, problem });
      return;
    }
    const { sampleRate } = ended.open.microphone;
    ended.open.microphone.close();
    const samples = trimSilence(joinSamples(ended.parts), sampleRate);
    const nothing = samples === null ? () => message('recorder.silent') : null;
    setState({ ...idle, problem: problem ?? nothing });
    if (samples !== null) latest.current({ samples, sampleRate });
  };

  const hear = (begun: Take, samples: Float32Array) => {
    if (take.current !== begun) return;
    begun.parts.push(samples);
    begun.length += samples.length;
    if (begun.open === null) return;
    const { microphone, detector } = begun.open;
    detector.push(samples);
    const seconds = begun.length / microphone.sampleRate;
    if (begun.length + samples.length > maxWavSamples(microphone.sampleRate))
      finish(() => message('recorder.tooLong', { seconds: recordingUploadLimits.seconds }));
    else setState({ status: 'recording', level: detector.level, seconds, problem: null });
  };

  const start = async () => {
    if (take.current !== null) return;
    const begun: Take = { parts: [], length: 0, open: null };
    take.current = begun;
    setState({ ...idle, status: 'starting' });
    try {
      const microphone = await openMicrophone({
        onSamples: (samples) => hear(begun, samples),
        onEnd: () =>
          take.current === begun && finish(() => microphoneMessageOf(new MicrophoneError('disconnected'))),
      });
      if (take.current !== begun) {
        microphone.close();
        return;
      }
      begun.open = { microphone, detector: createSpeechDetector(microphone.sampleRate) };
      setState({ ...idle, status: 'recording' });
    } catch (error) {
      if (take.current === begun) finish(() => microphoneMessageOf(error));
    }
  };

  return {
    ...state,
    problem: state.problem?.() ?? null,
    start: () => void start(),
    stop: () => finish(null),
  };
}

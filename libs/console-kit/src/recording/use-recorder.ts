import { recordingUploadLimits } from '@khmer-learning/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Sound } from './decode-audio.ts';
import { joinSamples } from './join-samples.ts';
import { type Microphone, microphoneMessageOf, openMicrophone } from './microphone.ts';
import { createSpeechDetector, type SpeechDetector, trimSilence } from './speech-detector.ts';

interface Take {
  microphone: Microphone;
  detector: SpeechDetector;
  parts: Float32Array[];
  length: number;
}

const nothingHeard = 'Nothing was heard. Check the microphone and speak closer to it.';

/**
 * Records one sound from the microphone. It ends by `stop`, or after the maximum length of a recording.
 * @param onRecorded called with the sound without the silence around it
 */
export function useRecorder(onRecorded: (sound: Sound) => void) {
  const [state, setState] = useState<'idle' | 'starting' | 'recording'>('idle');
  const [level, setLevel] = useState(0);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const take = useRef<Take | null>(null);
  const isMounted = useRef(true);

  const close = () => {
    const taken = take.current;
    take.current = null;
    taken?.microphone.close();
    setState('idle');
    return taken;
  };
  const stop = () => {
    const taken = close();
    if (taken === null) return;
    const { sampleRate } = taken.microphone;
    const samples = trimSilence(joinSamples(taken.parts), sampleRate);
    if (samples === null) setErrorMessage(nothingHeard);
    else onRecorded({ samples, sampleRate });
  };

  const onSamples = useEffectEvent((samples: Float32Array) => {
    const taken = take.current;
    if (taken === null) return;
    taken.parts.push(samples);
    taken.length += samples.length;
    taken.detector.push(samples);
    setLevel(taken.detector.level);
    if (taken.length >= recordingUploadLimits.seconds * taken.microphone.sampleRate - samples.length) stop();
  });
  const onEnd = useEffectEvent(() => {
    stop();
    setErrorMessage('The microphone was disconnected.');
  });
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      take.current?.microphone.close();
      take.current = null;
    };
  }, []);
  const [listeners] = useState(() => ({ onSamples, onEnd }));
  return { state, level, errorMessage, setErrorMessage, stop, listeners };
}

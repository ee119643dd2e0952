/** Speech in a sound, as offsets in samples; `end` is exclusive. */
export interface SpeechRange {
  readonly start: number;
  readonly end: number;
}

/** How speech is told from silence. All levels are in dBFS (decibels below full scale, RMS). */
const speechSettings = {
  /** Levels are measured over frames of this length, so a boundary is exact to it. */
  frameMs: 10,
  /** Speech is over after this much silence. */
  silenceMs: 700,
  /** What is louder than the room for less than this is a click. */
  minSpeechMs: 80,
  /** A click is forgotten after this much silence, so that it does not become the beginning of a word. */
  clickGapMs: 200,
  /** Kept before and after the speech, for soft beginnings and endings. */
  paddingMs: 30,
  /** Speech is this much louder than the room. */
  aboveNoiseDb: 12,
  /** The limits of the threshold: in a silent room, and in one so loud that it is taken for speech. */
  minThreshold: -52,
  maxThreshold: -25,
  /** The room's noise is the level that this share of the last frames does not reach. */
  noisePercentile: 0.1,
  /** The time over which the room's noise is measured. */
  noiseWindowMs: 3000,
  /** A live detector first measures the room for this long. */
  calibrationMs: 300,
} as const;

/** What an empty frame counts as. */
const silentLevel = -100;

const frameLengthAt = (sampleRate: number) => Math.round((sampleRate * speechSettings.frameMs) / 1000);
const toFrames = (ms: number) => Math.round(ms / speechSettings.frameMs);

/** The level of samples from -1 to 1 in dBFS; at least -100. */
function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  return rms <= 1e-5 ? silentLevel : 20 * Math.log10(rms);
}

function noiseOf(levels: readonly number[]): number {
  const sorted = levels.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * speechSettings.noisePercentile)] ?? silentLevel;
}

function thresholdAbove(noise: number): number {
  const { aboveNoiseDb, minThreshold, maxThreshold } = speechSettings;
  return Math.min(maxThreshold, Math.max(minThreshold, noise + aboveNoiseDb));
}

/** Speech that has begun. Frames are counted from the first sample. */
interface OpenSpeech {
  first: number;
  last: number;
  /** Frames above the threshold. */
  loud: number;
}

/** Finds speech in samples as they arrive. Offsets count from the first sample that was ever pushed. */
export type SpeechDetector = ReturnType<typeof createSpeechDetector>;

/**
 * Detects speech: what is 12 dB louder than the room (10th percentile of the last 3 s), until 0.7 s of silence, however the
 * samples are divided into calls. @param sampleRate in hertz @param noise the room in dBFS, if it is known; otherwise it is
 * measured
 */
export function createSpeechDetector(sampleRate: number, noise?: number) {
  const frameLength = frameLengthAt(sampleRate);
  const padding = Math.round((sampleRate * speechSettings.paddingMs) / 1000);
  const silentFrames = toFrames(speechSettings.silenceMs);
  const clickFrames = toFrames(speechSettings.clickGapMs);
  const minLoudFrames = toFrames(speechSettings.minSpeechMs);
  const recentLevels: number[] = [];
  let frame = new Float32Array(frameLength);
  let filled = 0;
  let frames = 0;
  let samplesSeen = 0;
  let level: number = silentLevel;
  let lastEnd = 0;
  let open: OpenSpeech | null = null;

  const isSpeech = (speech: OpenSpeech) => speech.loud >= minLoudFrames;

  function close(speech: OpenSpeech): SpeechRange {
    const start = Math.max(lastEnd, speech.first * frameLength - padding);
    const end = Math.min(samplesSeen, (speech.last + 1) * frameLength + padding);
    lastEnd = end;
    return { start, end };
  }

  function pushFrame(): SpeechRange | null {
    level = levelOf(frame);
    const index = frames;
    frames += 1;
    if (noise === undefined) {
      recentLevels.push(level);
      if (recentLevels.length > toFrames(speechSettings.noiseWindowMs)) recentLevels.shift();
      if (frames <= toFrames(speechSettings.calibrationMs)) return null;
    }
    if (level > thresholdAbove(noise ?? noiseOf(recentLevels))) {
      open ??= { first: index, last: index, loud: 0 };
      open.last = index;
      open.loud += 1;
      return null;
    }
    if (open === null) return null;
    const silence = index - open.last;
    if (!isSpeech(open) && silence >= clickFrames) open = null;
    if (open === null || silence < silentFrames) return null;
    const ended = close(open);
    open = null;
    return ended;
  }

  return {
    /** @returns the speech that these samples ended, oldest first: it has been silent since for `silenceMs` */
    push(samples: Float32Array): SpeechRange[] {
      const ended: SpeechRange[] = [];
      let at = 0;
      while (at < samples.length) {
        const taken = Math.min(frameLength - filled, samples.length - at);
        frame.set(samples.subarray(at, at + taken), filled);
        filled += taken;
        at += taken;
        samplesSeen += taken;
        if (filled < frameLength) break;
        const speech = pushFrame();
        if (speech !== null) ended.push(speech);
        frame = new Float32Array(frameLength);
        filled = 0;
      }
      return ended;
    },
    /** @returns the speech that has not ended yet, up to its last loud frame; null without. It counts as ended then */
    flush(): SpeechRange | null {
      const ended = open !== null && isSpeech(open) ? close(open) : null;
      open = null;
      return ended;
    },
    /** The level of the last frame in dBFS. */
    get level() {
      return level;
    },
    get isSpeaking() {
      return open !== null && isSpeech(open);
    },
    /** The first sample of what may become a range; the next one without any. */
    get keptFrom() {
      return Math.max(lastEnd, (open?.first ?? frames) * frameLength - padding);
    },
  };
}

/** Cuts the words out of a continuous recording as its samples arrive. */
export type SpeechCutter = ReturnType<typeof createSpeechCutter>;

/** Cuts out the words of `createSpeechDetector`, keeping only what the next word may have. @param sampleRate in hertz */
export function createSpeechCutter(sampleRate: number) {
  const detector = createSpeechDetector(sampleRate);
  let kept: Float32Array = new Float32Array();
  let keptFrom = 0;
  const cut = ({ start, end }: SpeechRange) => kept.slice(start - keptFrom, end - keptFrom);
  const forget = () => {
    kept = kept.slice(detector.keptFrom - keptFrom);
    keptFrom = detector.keptFrom;
  };
  return {
    /** @returns the words that these samples ended, oldest first: their samples, with 30 ms around them */
    push(samples: Float32Array): Float32Array[] {
      kept = joinSamples([kept, samples]);
      const words = detector.push(samples).map(cut);
      forget();
      return words;
    },
    /** @returns what is being said, up to now; null without. It counts as ended then */
    flush(): Float32Array | null {
      const range = detector.flush();
      const word = range === null ? null : cut(range);
      forget();
      return word;
    },
    /** The level of the last 10 ms in dBFS. */
    get level() {
      return detector.level;
    },
    get isSpeaking() {
      return detector.isSpeaking;
    },
    /** How many samples are kept for words that have not ended yet. */
    get keptLength() {
      return kept.length;
    },
  };
}

/** A sound whose loudest frame is above this has something to hear, in dBFS. */
const audibleLevel = -40;
/** A sound without silence has no room to measure: what is this much below its loudest frame is not louder than the room. */
const maxRangeDb = 25;

/** The room's noise in a whole sound. */
function noiseOfSound(levels: readonly number[]): number {
  const loudest = levels.reduce((max, level) => Math.max(max, level), silentLevel);
  const noise = noiseOf(levels);
  return loudest > audibleLevel ? Math.min(noise, loudest - maxRangeDb) : noise;
}

/**
 * Finds the speech in a whole sound, with 30 ms around each range; less than 0.7 s of silence is within one.
 * @param samples from -1 to 1 @param sampleRate in hertz
 */
export function findSpeech(samples: Float32Array, sampleRate: number): SpeechRange[] {
  const frameLength = frameLengthAt(sampleRate);
  const levels = Array.from({ length: Math.floor(samples.length / frameLength) }, (_, index) =>
    levelOf(samples.subarray(index * frameLength, (index + 1) * frameLength)),
  );
  const detector = createSpeechDetector(sampleRate, noiseOfSound(levels));
  const ranges = detector.push(samples);
  const last = detector.flush();
  return last === null ? ranges : [...ranges, last];
}

/** Removes the silence before and after the speech. @returns null if there is no speech */
export function trimSilence(samples: Float32Array, sampleRate: number): Float32Array | null {
  const ranges = findSpeech(samples, sampleRate);
  const [first, last] = [ranges[0], ranges.at(-1)];
  return first === undefined || last === undefined ? null : samples.slice(first.start, last.end);
}

/** Joins consecutive parts of a sound. */
export function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

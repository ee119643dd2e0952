import type { RecordingLanguage } from '@khmer-learning/contracts';

/**
 * Speaks a text: text to speech. There is none by default (docs/decisions/media.md#recordings).
 *
 * @returns a WAV or MP3 file, which is stored like an uploaded recording
 */
export type SpeechSynthesizer = (language: RecordingLanguage, text: string) => Promise<Buffer>;

import {
  assignRecordings,
  type Clip,
  isUnrecordable,
  type RecordableRow,
  type RecordingTarget,
  type RowRecording,
} from '@khmer-learning/console-kit';
import { type RecordingLanguage, recordingKey, recordingLanguages } from '@khmer-learning/contracts';

export interface Prompt {
  readonly key: string;
  readonly target: RecordingTarget;
  readonly language: RecordingLanguage;
  readonly text: string;
  readonly row: RecordableRow;
  /** The recording that it had before, which may be stale. */
  readonly earlier: RowRecording | undefined;
}

export interface PromptChoice {
  readonly languages: RecordingLanguage | 'both';
  /** `missing`: the words without a recording, or with a stale one. */
  readonly rows: 'missing' | 'all';
}

const promptKey = (targetId: string, textKey: string) => `${targetId} ${textKey}`;

/** The key of the prompt that a clip belongs to. */
export const clipKey = ({ targetId, key }: Clip): string => promptKey(targetId, key);

/**
 * Lists the words to read, in the form's order, each once in a section. @param clips whose recordings are coming, so not missing
 * @returns the prompts, and how many more there would be if a section could have more recordings
 */
export function listPrompts(
  targets: readonly RecordingTarget[],
  choice: PromptChoice,
  clips: readonly Clip[],
): { prompts: readonly Prompt[]; withoutRoom: number } {
  const lists = targets.map((target) => listPromptsOf(target, choice, clips));
  return {
    prompts: lists.flatMap(({ prompts }) => prompts),
    withoutRoom: lists.reduce((sum, list) => sum + list.withoutRoom, 0),
  };
}

function listPromptsOf(target: RecordingTarget, { languages, rows }: PromptChoice, clips: readonly Clip[]) {
  const targetRows = target.getRows();
  const recordings = target.getRecordings();
  const { byRow } = assignRecordings(targetRows, recordings);
  const coming = new Set(clips.filter(({ targetId }) => targetId === target.id).map(({ key }) => key));
  const recorded = new Set([
    ...coming,
    ...recordings.map(({ language, text }) => recordingKey(language, text)),
  ]);
  const listed = new Set<string>();
  const prompts: Prompt[] = [];
  let withoutRoom = 0;
  for (const row of targetRows) {
    for (const language of languages === 'both' ? recordingLanguages : [languages]) {
      const text = row.texts[language];
      const key = recordingKey(language, text);
      const earlier = byRow.get(row.id)?.[language];
      const isMissing = (earlier === undefined || earlier.isStale) && !coming.has(key);
      if (isUnrecordable(language, text) || listed.has(key) || (rows === 'missing' && !isMissing)) continue;
      listed.add(key);
      // A stale recording is replaced.
      const needsRoom = earlier === undefined && !recorded.has(key);
      if (needsRoom && recorded.size >= target.getMax()) {
        withoutRoom += 1;
        continue;
      }
      if (needsRoom) recorded.add(key);
      prompts.push({ key: promptKey(target.id, key), target, language, text, row, earlier });
    }
  }
  return { prompts, withoutRoom };
}

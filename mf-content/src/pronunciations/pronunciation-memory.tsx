import { useApi } from '@khmer-learning/console-sdk';
import {
  maxLookedUpWords,
  maxWordLength,
  pronunciationsFind,
  type UsedPronunciation,
} from '@khmer-learning/contracts';
import { isBlank, pronunciationKey, type VocabularyEntry, wordKey } from '@khmer-learning/khmer-text';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';

/** The words of a row, which its pronunciation depends on. */
type Word = Pick<VocabularyEntry, 'english' | 'khmer'>;
type FetchSpellings = (words: Word[]) => Promise<{ spellings: UsedPronunciation[] }[]>;

/** A row's word is looked up when nothing was typed for so long. */
const typingPauseMs = 250;
/** So many words are known at most; then all are forgotten, because the form shows others. */
const maxKnownWords = 2_000;

const cacheKeyOf = ({ english, khmer }: Word) =>
  `${wordKey(english)}\n${wordKey(khmer)}\n${/[?!.។]\s*$/.test(english)}`;

/** The pronunciations that lessons have for the words of a form, looked up a moment after they were typed. */
function createPronunciationMemory(fetchSpellings: FetchSpellings) {
  const known = new Map<string, readonly UsedPronunciation[]>();
  const waiting = new Map<string, Word>();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function lookUp(): Promise<void> {
    const words = [...waiting].slice(0, maxLookedUpWords);
    for (const [row] of words) waiting.delete(row);
    if (waiting.size > 0) timer = setTimeout(lookUp, typingPauseMs);
    try {
      const found = await fetchSpellings(words.map(([, word]) => word));
      if (known.size > maxKnownWords) known.clear();
      words.forEach(([, word], at) => {
        known.set(cacheKeyOf(word), found[at]?.spellings ?? []);
      });
    } catch {
      // Nothing is offered. The word is looked up again when its row changes.
      return;
    }
    for (const listener of listeners) listener();
  }

  return {
    /** Those of a word, the most used first; undefined until they are known. */
    read: (word: Word) => known.get(cacheKeyOf(word)),
    /** Looks up the word of a row unless it is known. @param row another word of the same row is not looked up any more */
    request(row: string, word: Word) {
      waiting.delete(row);
      const isTooLong = word.english.length > maxWordLength || word.khmer.length > maxWordLength;
      if (isTooLong || isBlank(word.english + word.khmer) || known.has(cacheKeyOf(word))) return;
      waiting.set(row, word);
      clearTimeout(timer);
      timer = setTimeout(lookUp, typingPauseMs);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const MemoryContext = createContext(createPronunciationMemory(async () => []));

/** Makes the pronunciations of other lessons available to the rows of a form. @param lessonId null for a new lesson */
export function PronunciationMemoryProvider({
  lessonId,
  children,
}: {
  lessonId: number | null;
  children: ReactNode;
}) {
  const api = useApi();
  const [memory] = useState(() =>
    createPronunciationMemory(async (words) => {
      const body = { words, ...(lessonId === null ? {} : { exceptLesson: lessonId }) };
      return (await api.call(pronunciationsFind, { body })).words;
    }),
  );
  return <MemoryContext value={memory}>{children}</MemoryContext>;
}

export interface RememberedPronunciation {
  /** The pronunciation to take over: for a row without one, or in place of a less usual one. */
  readonly used: UsedPronunciation;
  /** Whether the row has another pronunciation, which is in fewer lessons. */
  readonly isOther: boolean;
}

/** The pronunciation that other lessons have for the word of a row; null if there is none, or the row has it. */
export function useRememberedPronunciation(
  entry: VocabularyEntry & { key: string },
): RememberedPronunciation | null {
  const memory = use(MemoryContext);
  const { key, phonemic } = entry;
  const english = entry.english.trim();
  const khmer = entry.khmer.trim();
  const spellings = useSyncExternalStore(memory.subscribe, () => memory.read({ english, khmer }));
  useEffect(() => memory.request(key, { english, khmer }), [memory, key, english, khmer]);

  const [used] = spellings ?? [];
  if (used === undefined || spellings === undefined) return null;
  if (isBlank(phonemic)) return { used, isOther: false };
  const typed = pronunciationKey(phonemic);
  const own = spellings.find((spelling) => pronunciationKey(spelling.phonemic) === typed);
  // The Khmer decides which word it is, and a composed pronunciation is a mere guess.
  const isOther = !isBlank(khmer) && used.lessons > (own?.lessons ?? 0);
  return isOther ? { used, isOther } : null;
}

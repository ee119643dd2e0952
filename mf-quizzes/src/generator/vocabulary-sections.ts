import type { Lesson } from '@khmer-learning/contracts';
import { parseVocabulary, type VocabularyEntry } from '@khmer-learning/khmer-text';

/** A section of a lesson with vocabulary in it. */
export interface VocabularySection {
  /** Its place in the lesson. */
  readonly index: number;
  readonly title: string;
  readonly entries: readonly VocabularyEntry[];
}

/** The sections that questions can be made of. */
export function findVocabularySections(sections: Lesson['sections']): VocabularySection[] {
  return sections
    .map(({ title, content }, index) => ({ index, title, entries: parseVocabulary(content).rows }))
    .filter(({ entries }) => entries.length > 0);
}

import type { Lesson } from '@khmer-learning/contracts';
import { parseVocabulary, type VocabularyEntry } from '@khmer-learning/khmer-text';

/** A lesson section that contains vocabulary. */
export interface VocabularySection {
  /** Its index among the lesson's sections. */
  readonly index: number;
  readonly title: string;
  readonly entries: readonly VocabularyEntry[];
}

/** Returns the sections with at least one vocabulary entry. */
export function findVocabularySections(sections: Lesson['sections']): VocabularySection[] {
  return sections
    .map(({ title, content }, index) => ({ index, title, entries: parseVocabulary(content).rows }))
    .filter(({ entries }) => entries.length > 0);
}

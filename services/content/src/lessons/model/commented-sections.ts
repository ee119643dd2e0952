import type { Section } from '@khmer-learning/contracts';
import { parseVocabulary } from '@khmer-learning/khmer-text';

/** The sections of a lesson and the rows of their vocabulary, as comments are anchored to them. */
export const commentedSections = (sections: readonly Pick<Section, 'title' | 'content'>[]) =>
  sections.map(({ title, content }) => ({
    text: title,
    contents: content,
    rows: parseVocabulary(content).rows.map(({ source = '', english, khmer }) => ({
      text: source,
      keys: [english, khmer],
    })),
  }));

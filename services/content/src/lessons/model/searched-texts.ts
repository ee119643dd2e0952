import type { Section } from '@khmer-learning/contracts';
import { parseVocabulary } from '@khmer-learning/khmer-text';
import type { StoredLesson } from './lesson.model.ts';

/** By which texts an item with a title and a description is found. */
export const titledTexts = ({ title, description }: Pick<StoredLesson, 'title' | 'description'>) => [
  title,
  description,
];

/** By which texts the contents of a lesson are found. */
export const contentsTexts = ({
  sections,
}: {
  readonly sections: readonly Pick<StoredLesson['sections'][number], 'title' | 'content'>[];
}): string[] => sections.flatMap(({ title, content }) => [title, content]);

/** By which texts a lesson is found. */
export const lessonTexts = (
  lesson: Pick<StoredLesson, 'title' | 'description'> & Parameters<typeof contentsTexts>[0],
) => [...titledTexts(lesson), ...contentsTexts(lesson)];

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

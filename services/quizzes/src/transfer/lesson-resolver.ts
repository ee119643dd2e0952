import { quizMessages } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { findLessonIdsByTitle } from '../lessons/lesson-replicas.ts';

const lessonReferenceSchema = z.object({ id: z.number().int().positive().optional(), title: z.string() });

/** Creates the resolver of a file's lessons: by id and title, otherwise by a title that only one lesson has. */
export function createLessonResolver(connection: Connection) {
  const idsByTitle = new Map<string, Promise<number[]>>();

  return async (reference: unknown): Promise<{ id: number } | { refusal: string }> => {
    const lesson = lessonReferenceSchema.safeParse(reference).data;
    if (!lesson) return { refusal: quizMessages.lesson };
    const { id, title } = lesson;
    const cached = idsByTitle.get(title) ?? findLessonIdsByTitle(connection, title);
    idsByTitle.set(title, cached);
    const ids = await cached;
    if (id !== undefined && ids.includes(id)) return { id };
    const [first, second] = ids;
    if (first === undefined) return { refusal: `Lesson "${title}" not found` };
    return second === undefined ? { id: first } : { refusal: `More than one lesson is named "${title}"` };
  };
}

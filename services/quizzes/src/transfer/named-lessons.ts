import { quizMessages } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { lessonsCalled } from '../lessons/lesson-copies.ts';

const namedSchema = z.object({ id: z.number().int().positive().optional(), title: z.string() });

/** Finds the lessons that the quizzes of a file name: by id and title, else by a title that only one has. */
export function createNamedLessons(connection: Connection) {
  const byTitle = new Map<string, Promise<number[]>>();

  return async (named: unknown): Promise<{ id: number } | { refusal: string }> => {
    const lesson = namedSchema.safeParse(named).data;
    if (!lesson) return { refusal: quizMessages.lesson };
    const { id, title } = lesson;
    const known = byTitle.get(title) ?? lessonsCalled(connection, title);
    byTitle.set(title, known);
    const ids = await known;
    if (id !== undefined && ids.includes(id)) return { id };
    const [first, second] = ids;
    if (first === undefined) return { refusal: `Lesson "${title}" not found` };
    return second === undefined ? { id: first } : { refusal: `Several lessons are called "${title}"` };
  };
}

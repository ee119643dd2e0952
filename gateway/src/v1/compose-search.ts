import { type ResponseOf, v1LessonsList, v1QuizzesList, v1Search } from '@khmer-learning/contracts';
import { parseSearchQuery } from '@khmer-learning/khmer-text';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyRequest } from 'fastify';
import type { ReadPart } from './compose-response.ts';

const emptyList = { data: [], total: 0 } as const;

/** Searches lessons and quizzes with the public lists of both. @throws ApiError 400 for an invalid query */
export async function composeSearch(
  request: FastifyRequest,
  read: ReadPart,
): Promise<ResponseOf<typeof v1Search>> {
  const parsed = v1Search.query.safeParse(request.query);
  if (!parsed.success) throw new ApiError(400, parsed.error.issues[0]?.message ?? 'The request is not valid');
  const { q, type, limit, offset } = parsed.data;
  const part = { search: q, limit, offset: offset ?? 0 };
  const wants = (kind: typeof type) => hasSearchTerms(q) && (type === undefined || type === kind);
  const [lessons, quizzes] = await Promise.all([
    wants('lessons') ? read(v1LessonsList, part) : emptyList,
    wants('quizzes') ? read(v1QuizzesList, part) : emptyList,
  ]);
  return {
    success: true,
    data: { lessons: [...lessons.data], quizzes: [...quizzes.data] },
    total: lessons.total + quizzes.total,
  };
}

/** Whether the text has search terms. Without any, such as a lone subscript sign, the lists would return everything. */
function hasSearchTerms(text: string): boolean {
  const { keys, patterns } = parseSearchQuery(text);
  return keys.length + patterns.length > 0;
}

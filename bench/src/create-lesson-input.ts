import type { lessonBody } from '@khmer-learning/contracts';
import type { z } from 'zod';

type LessonInput = z.input<typeof lessonBody>;

const levels = ['Beginner', 'Intermediate', 'Advanced'] as const;
const words = [
  'Where? [nouw-naa?] : នៅណា?',
  'Market [phsaa] : ផ្សារ',
  'Hello [suo-sdey] : សួស្តី',
  'Thank you [aw-kun] : អរគុណ',
  'Water [teuk] : ទឹក',
  'School [saa-laa-rien] : សាលារៀន',
  'Road [phlov] : ផ្លូវ',
  'Ticket [sawm-bot] : សំបុត្រ',
];
/** The topics of the lessons, in turn. */
export const topics = ['market', 'family', 'travel', 'office', 'kitchen', 'weather', 'river', 'temple'];

/** The same lesson for every system: eight vocabulary lines, and a topic in the title to search for. */
export function createLessonInput(number: number, mainLessonId: number, lessonTypeId: number): LessonInput {
  const topic = topics[number % topics.length] ?? 'market';
  return {
    mainLessonId,
    lessonTypeId,
    title: `At the ${topic}, part ${number}`,
    description: `Words for the ${topic} and a short talk`,
    level: levels[number % levels.length] ?? 'Beginner',
    image: 'vocabulary',
    sections: [{ title: 'Key words', content: words.join('\n'), html: null, ops: null }],
    status: number % 4 === 0 ? 'draft' : 'published',
  };
}

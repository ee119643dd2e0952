import { type ImportOutcome, lessonPatch, type Section } from '@khmer-learning/contracts';
import {
  ApiError,
  type CheckReporter,
  ImportFileError,
  type EntityWriter,
  type Importer,
  type ImportFileSource,
  validationMessages,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { storedSections } from '../lessons/lesson-sections.ts';
import { type LessonChangePlan, things } from './imported-things.ts';
import { createNamedLessons, type NamedLesson } from './named-lessons.ts';
import { beginsLikeVocabulary, readVocabulary, type VocabularyRow } from './read-vocabulary.ts';
import { replaceVocabulary } from './replace-vocabulary.ts';
import { sectionNames } from './section-names.ts';

/** What a line of the list is about. */
const thing = 'word';
/** Rows that wait for the others of their lesson; a file that was exported needs those of one. */
const mostWaiting = 100_000;
const tooFarApart = 'The rows of a lesson stand too far apart; sort the file by Lesson ID';

/** Imports files of vocabulary into lessons that exist. */
export function vocabularyImporter(
  connection: Connection,
  importedThings: Readonly<Record<string, EntityWriter>>,
): Importer {
  return {
    kind: 'vocabulary',
    service: 'content',
    entity: 'lesson',
    matchesFormat: beginsLikeVocabulary,
    writers: importedThings,
    check: (file, report) => checkVocabulary(connection, file, report),
  };
}

const keyOf = ({ lessonId, mainLesson, lesson }: VocabularyRow) =>
  lessonId === '' ? JSON.stringify([mainLesson, lesson]) : lessonId;

async function checkVocabulary(connection: Connection, file: ImportFileSource, report: CheckReporter): Promise<void> {
  const lastLine = new Map<string, number>();
  for await (const row of readVocabulary(file)) lastLine.set(keyOf(row), row.line);

  const lessons = createNamedLessons(connection);
  const waiting = new Map<string, VocabularyRow[]>();
  let count = 0;
  for await (const row of readVocabulary(file)) {
    const key = keyOf(row);
    const rows = waiting.get(key) ?? [];
    rows.push(row);
    waiting.set(key, rows);
    count += 1;
    if (count > mostWaiting) throw new ImportFileError(tooFarApart);
    if (lastLine.get(key) !== row.line) continue;
    waiting.delete(key);
    count -= rows.length;
    await checkLesson(rows, lessons, report);
  }
}

/** What is to be said of a row. */
interface Verdict {
  readonly row: VocabularyRow;
  readonly outcome: ImportOutcome;
  readonly notes: readonly string[];
}

async function checkLesson(
  rows: readonly VocabularyRow[],
  lessons: ReturnType<typeof createNamedLessons>,
  report: CheckReporter,
): Promise<void> {
  const [first] = rows;
  const lesson = first && (await lessons.find(first));
  if (!lesson)
    return reportAll(report, refuseAll(rows, [`Lesson "${first?.lesson || first?.lessonId}" not found`]));
  // An id says which lesson it is; a title that is another's says that the file is from elsewhere.
  const strangers = rows.filter((row) => !lessons.isSame(row, lesson));
  const own = rows.filter((row) => lessons.isSame(row, lesson));
  const { verdicts, sections } = compare(own, lesson);
  const all = [
    ...verdicts,
    ...refuseAll(strangers, [`Lesson ${lesson._id} is called "${lesson.title}" here`]),
  ].sort((one, other) => one.row.line - other.row.line);
  const changes = all.some(({ outcome }) => outcome === 'create' || outcome === 'change');
  if (all.some(({ outcome }) => outcome === 'refuse') || !changes) return reportAll(report, all);

  const checked = checkSections(sections);
  if ('reasons' in checked) return reportAll(report, refuseAll(rows, checked.reasons));
  await reportAll(report, all, { lesson, sections: checked.sections });
}

function refuseAll(rows: readonly VocabularyRow[], notes: readonly string[]): Verdict[] {
  return rows.map((row) => ({ row, outcome: 'refuse', notes }));
}

/** Lists the rows of a lesson; with the last of them the lesson is written. */
async function reportAll(
  report: CheckReporter,
  verdicts: readonly Verdict[],
  change?: { lesson: NamedLesson; sections: Section[] },
): Promise<void> {
  for (const [index, { row, outcome, notes }] of verdicts.entries()) {
    const title = row.english || row.khmer || row.phonemic || row.other;
    const line = { line: row.line, thing, title, outcome, notes: [...notes] };
    if (!change || index < verdicts.length - 1) {
      await report.addLine(line);
      continue;
    }
    const { lesson, sections } = change;
    const payload: LessonChangePlan = { lesson: { sections } };
    await report.addLine(line, {
      target: { id: lesson._id, version: lesson.version },
      payload,
      about: { thing: things.lesson, title: lesson.title },
      current: lesson,
    });
  }
}

/** The lesson's sections with the words of the file in them, and what becomes of each row. */
function compare(
  rows: readonly VocabularyRow[],
  { sections: stored }: NamedLesson,
): { verdicts: Verdict[]; sections: Section[] } {
  const names = sectionNames(stored);
  const sections = [...stored];
  const verdicts: Verdict[] = [];
  for (const [name, own] of bySection(rows)) {
    const index = names.indexOf(name);
    const current = stored[index];
    const replaced = replaceVocabulary(current?.content ?? '', own);
    const isChanged = replaced.verdicts.some(({ outcome }) => outcome === 'create' || outcome === 'change');
    const losesFormatting = isChanged && current !== undefined && current.html !== null;
    verdicts.push(
      ...replaced.verdicts.map(({ outcome, notes }, at): Verdict => {
        const row = own[at];
        if (!row) throw new Error('A verdict without its row');
        return {
          row,
          outcome,
          notes: losesFormatting && at === 0 ? [...notes, 'Formatting is lost'] : notes,
        };
      }),
    );
    if (!isChanged) continue;
    const section: Section = {
      title: current?.title ?? name,
      content: replaced.content,
      html: null,
      ops: null,
    };
    if (index < 0) sections.push(section);
    else sections[index] = section;
  }
  return { verdicts, sections };
}

function bySection(rows: readonly VocabularyRow[]): Map<string, VocabularyRow[]> {
  const found = new Map<string, VocabularyRow[]>();
  for (const row of rows) {
    const known = found.get(row.section);
    if (known) known.push(row);
    else found.set(row.section, [row]);
  }
  return found;
}

function checkSections(sections: readonly Section[]): { sections: Section[] } | { reasons: string[] } {
  const parsed = lessonPatch.safeParse({ sections });
  if (!parsed.success) return { reasons: validationMessages(parsed.error) };
  try {
    return { sections: storedSections(parsed.data.sections ?? []) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { reasons: [error.message] };
  }
}

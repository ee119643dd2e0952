import { type ImportOutcome, importMessages, lessonPatch, type Section } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import {
  type CheckReporter,
  type EntityWriter,
  type Importer,
  ImportFileError,
  type LineSource,
  maxRefusedLines,
  validationMessages,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import {
  readLessonsById,
  readLessonTitle,
  streamLessonTitles,
} from '../lessons/reads/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import { sanitizeSections } from '../lessons/writes/sanitize-sections.ts';
import { readMainLessonIdsByTitle } from '../main-lessons/main-lesson.bulk-queries.ts';
import { normaliseTitle } from '../parents/parents.ts';
import { importedEntityNames, type LessonUpdatePlan } from './imported-entities.ts';
import { replaceVocabulary } from './replace-vocabulary.ts';
import { uniqueSectionNames } from './unique-section-names.ts';
import { type VocabularyCells, type VocabularyRow, vocabularyFields } from './vocabulary-fields.ts';

/** The kind of entity that a line of the report is about. */
const entityName = 'word';
/** Most rows buffered until their lesson is complete; an exported file needs the rows of one lesson at a time. */
const maxPendingRows = 100_000;
const rowsTooFarApartMessage = 'The rows of a lesson are too far apart. Sort the file by Lesson ID';

/** Creates the importer of vocabulary files into existing lessons. */
export function createVocabularyImporter(
  connection: Connection,
  importedEntities: Readonly<Record<string, EntityWriter>>,
): Importer {
  return {
    kind: 'vocabulary',
    service: 'content',
    entity: 'lesson',
    writers: importedEntities,
    table: { fields: vocabularyFields, check: (rows, report) => checkVocabulary(connection, rows, report) },
  };
}

type CellName = keyof VocabularyCells;

const toSource = ({ row, outcome, notes, toCorrect: [first] = [] }: ReportedRow): LineSource => ({
  read: row,
  ...(first && outcome === 'refuse' ? { problems: { [first]: notes } } : {}),
});

/** A row with the lesson that it belongs to. */
interface ResolvedRow {
  readonly row: VocabularyRow;
  readonly target: RowTarget;
}

const resolveRow = async (row: VocabularyRow, lessons: LessonResolver): Promise<ResolvedRow> => ({
  row,
  target: await lessons.resolve(row.values),
});

/** Groups the rows by the lesson that they resolve to: each group replaces the words of its sections. */
async function checkVocabulary(
  connection: Connection,
  rows: () => AsyncIterable<VocabularyRow>,
  report: CheckReporter,
): Promise<void> {
  const lessons = createLessonResolver(connection);
  const lastLine = new Map<string, number>();
  for await (const row of rows()) lastLine.set((await lessons.resolve(row.values)).key, row.line);

  const pending = new Map<string, ResolvedRow[]>();
  let count = 0;
  for await (const row of rows()) {
    const resolved = await resolveRow(row, lessons);
    const { key } = resolved.target;
    const own = pending.get(key) ?? [];
    own.push(resolved);
    pending.set(key, own);
    count += 1;
    if (count > maxPendingRows) throw new ImportFileError(rowsTooFarApartMessage);
    if (lastLine.get(key) !== row.line) continue;
    pending.delete(key);
    count -= own.length;
    await checkLesson(own, lessons, report);
  }
}

/** A row with what the report says about it. */
interface ReportedRow extends ResolvedRow {
  readonly outcome: ImportOutcome;
  readonly notes: readonly string[];
  /** Of a refused row: the cells to correct; the reasons are shown at the first one. */
  readonly toCorrect?: readonly CellName[];
}

/** Checks the rows of one lesson. */
async function checkLesson(
  rows: readonly ResolvedRow[],
  lessons: LessonResolver,
  report: CheckReporter,
): Promise<void> {
  const id = rows[0]?.target.lessonId;
  const lesson = id === undefined ? undefined : await lessons.read(id);
  if (!lesson) return reportAll(report, rows.map(refuseTarget));
  const own = rows.filter(({ target }) => target.refusal === undefined);
  const { verdicts, sections } = replaceSectionVocabulary(own, lesson);
  const all = [
    ...verdicts,
    ...rows.filter(({ target }) => target.refusal !== undefined).map(refuseTarget),
  ].sort((one, other) => one.row.line - other.row.line);
  const changes = all.some(({ outcome }) => outcome === 'create' || outcome === 'change');
  // The rows of a section replace its words: without the refused row, its word would be removed.
  if (all.some(({ outcome }) => outcome === 'refuse')) return reportAll(report, all.map(holdBack));
  if (!changes) return reportAll(report, all);

  const checked = validateSections(sections);
  if ('reasons' in checked)
    return reportAll(
      report,
      rows.map((row) => ({ ...row, outcome: 'refuse', notes: checked.reasons, toCorrect: ['section'] })),
    );
  await reportAll(report, all, { lesson, sections: checked.sections });
}

/** Refuses a row because of the lesson that it names. */
const refuseTarget = ({ row, target }: ResolvedRow): ReportedRow => ({
  ...{ row, target, outcome: 'refuse' },
  notes: [target.refusal ?? `Lesson "${row.values.lesson}" not found`],
  toCorrect: target.isWrongId ? ['lessonId', 'mainLesson', 'lesson'] : ['lesson', 'mainLesson', 'lessonId'],
});

/** Refuses a row because another row of its lesson is refused. */
const holdBack = (reported: ReportedRow): ReportedRow =>
  reported.outcome === 'refuse'
    ? reported
    : {
        ...{ row: reported.row, target: reported.target },
        outcome: 'refuse',
        notes: ['Another row of this lesson is refused'],
      };

/** Reports the rows of a lesson; the last one carries the write of the lesson. */
async function reportAll(
  report: CheckReporter,
  verdicts: readonly ReportedRow[],
  update?: { lesson: LessonRow; sections: Section[] },
): Promise<void> {
  for (const [index, reported] of verdicts.entries()) {
    const { row, outcome, notes } = reported;
    const { english, khmer, phonemic, other } = row.values;
    const title = english || khmer || phonemic || other;
    const line = { line: row.line, thing: entityName, title, outcome, notes: [...notes] };
    if (!update || index < verdicts.length - 1) {
      await report.addLine(line, undefined, toSource(reported));
      continue;
    }
    const { lesson, sections } = update;
    const payload: LessonUpdatePlan = { lesson: { sections } };
    const write = {
      target: { id: lesson._id, version: lesson.version },
      payload,
      about: { thing: importedEntityNames.lesson, title: lesson.title },
      current: lesson,
    };
    await report.addLine(line, write, toSource(reported));
  }
}

/** Replaces the words of the lesson's sections by those of the file. Returns the sections and a verdict per row. */
function replaceSectionVocabulary(
  rows: readonly ResolvedRow[],
  { sections: stored }: LessonRow,
): { verdicts: ReportedRow[]; sections: Section[] } {
  const names = uniqueSectionNames(stored);
  const sections = [...stored];
  const verdicts: ReportedRow[] = [];
  for (const [name, own] of groupBySection(rows, names)) {
    const index = names.indexOf(name);
    const current = stored[index];
    const replaced = replaceVocabulary(
      current?.content ?? '',
      own.map(({ row }) => row.values),
    );
    const isChanged = replaced.verdicts.some(({ outcome }) => outcome === 'create' || outcome === 'change');
    const losesFormatting = isChanged && current !== undefined && current.html !== null;
    verdicts.push(
      ...replaced.verdicts.map(({ outcome, notes, toCorrect }, at): ReportedRow => {
        const row = own[at];
        if (!row) throw new Error('A verdict has no matching row');
        return {
          ...row,
          outcome,
          notes: losesFormatting && at === 0 ? [...notes, 'Formatting will be removed'] : notes,
          ...(toCorrect ? { toCorrect } : {}),
        };
      }),
    );
    if (!isChanged) continue;
    const section: Section = {
      title: current?.title ?? name,
      content: replaced.content,
      html: null,
      ops: null,
      recordings: current?.recordings,
    };
    if (index < 0) sections.push(section);
    else sections[index] = section;
  }
  return { verdicts, sections };
}

/** Groups rows by the section of that name, or else by one whose name differs only as `normaliseTitle` allows. */
function groupBySection(rows: readonly ResolvedRow[], names: readonly string[]): Map<string, ResolvedRow[]> {
  const namesByKey = new Map<string, string>();
  const found = new Map<string, ResolvedRow[]>();
  for (const name of [...names, ...rows.map(({ row }) => row.values.section)]) {
    const key = normaliseTitle(name);
    if (!namesByKey.has(key)) namesByKey.set(key, name);
  }
  for (const resolved of rows) {
    const { section } = resolved.row.values;
    const name = names.includes(section) ? section : (namesByKey.get(normaliseTitle(section)) ?? section);
    const known = found.get(name);
    if (known) known.push(resolved);
    else found.set(name, [resolved]);
  }
  return found;
}

function validateSections(sections: readonly Section[]): { sections: Section[] } | { reasons: string[] } {
  const parsed = lessonPatch.safeParse({ sections });
  if (!parsed.success) return { reasons: validationMessages(parsed.error) };
  try {
    return { sections: sanitizeSections(parsed.data.sections ?? []) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { reasons: [error.message] };
  }
}

type LessonReference = Pick<VocabularyCells, 'lessonId' | 'mainLesson' | 'lesson'>;

/** What the reference of a row leads to. */
interface RowTarget {
  /** The same for all rows of a lesson, however they name it. */
  readonly key: string;
  /** The lesson; absent when there is none. */
  readonly lessonId?: number;
  /** Why the row is refused. With a lesson: its titles name that one, its id does not, so that the lesson's other rows wait. */
  readonly refusal?: string;
  readonly isWrongId?: boolean;
}

type LessonResolver = ReturnType<typeof createLessonResolver>;

/**
 * Creates the resolver of a file's lessons: by id, or without an id by the titles of main lesson and lesson. What it finds is kept:
 * both passes over a file group its rows in the same way.
 */
function createLessonResolver(connection: Connection) {
  const targets = new Map<string, Promise<RowTarget>>();
  const titles = new Map<number, Promise<string | undefined>>();
  const idsByTitles = new Map<string, Promise<number | 'several' | undefined>>();
  let unknown = 0;

  async function findByTitles(mainLesson: string, wanted: string): Promise<number | 'several' | undefined> {
    const parents = await readMainLessonIdsByTitle(connection, mainLesson);
    let found: number | undefined;
    for await (const { _id, title } of streamLessonTitles(connection, parents)) {
      if (normaliseTitle(title) !== wanted) continue;
      if (found !== undefined) return 'several';
      found = _id;
    }
    return found;
  }

  async function resolve(reference: LessonReference): Promise<RowTarget> {
    const { lessonId: idText, mainLesson, lesson } = reference;
    const wanted = normaliseTitle(lesson);
    const id = /^\d{1,15}$/.test(idText) ? Number(idText) : undefined;
    const title =
      id === undefined ? undefined : await getOrSet(titles, id, () => readLessonTitle(connection, id));
    // In a file from elsewhere the id is another lesson's.
    if (id !== undefined && title !== undefined && normaliseTitle(title) === wanted) return targetOf(id);

    const key = JSON.stringify([normaliseTitle(mainLesson), wanted]);
    const byTitles = await getOrSet(idsByTitles, key, () => findByTitles(mainLesson, wanted));
    if (idText === '' && typeof byTitles === 'number') return targetOf(byTitles);
    const owner = typeof byTitles === 'number' ? byTitles : title === undefined ? undefined : id;
    if (owner === undefined) unknown += 1;
    if (unknown > maxRefusedLines) throw new ImportFileError(importMessages.tooManyRefusals);
    return {
      ...(owner === undefined ? { key: JSON.stringify(reference) } : targetOf(owner)),
      isWrongId: idText !== '' && title === undefined,
      refusal: refusalOf(reference, { id, title, byTitles }),
    };
  }

  return {
    /** Finds the lesson of a row. */
    resolve: (reference: LessonReference): Promise<RowTarget> => {
      const { mainLesson, lesson } = reference;
      const lessonId = reference.lessonId.trim();
      return getOrSet(targets, JSON.stringify([lessonId, mainLesson, lesson]), () =>
        resolve({ lessonId, mainLesson, lesson }),
      );
    },

    /** Reads a lesson; undefined when it has been deleted meanwhile. */
    read: async (id: number): Promise<LessonRow | undefined> =>
      (await readLessonsById(connection, [id])).get(id),
  };
}

const targetOf = (lessonId: number): RowTarget => ({ key: `lesson ${lessonId}`, lessonId });

function refusalOf(
  { lessonId: idText, lesson }: LessonReference,
  found: { id: number | undefined; title: string | undefined; byTitles: number | 'several' | undefined },
): string {
  if (found.title !== undefined) return `Lesson ${found.id} has a different title: "${found.title}"`;
  if (idText !== '')
    return found.id === undefined
      ? `Lesson ID "${idText}" is not a whole number`
      : `Lesson ID ${idText} not found`;
  return found.byTitles === 'several'
    ? `More than one lesson is named "${lesson}"`
    : `Lesson "${lesson}" not found`;
}

function getOrSet<K, V>(cache: Map<K, V>, key: K, create: () => V): V {
  const cached = cache.get(key) ?? create();
  cache.set(key, cached);
  return cached;
}

import { byteOrderMark, type ImportOutcome, lessonPatch, type Section } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import {
  type CheckedCell,
  type CheckReporter,
  type EntityWriter,
  formatCsvRows,
  type Importer,
  ImportFileError,
  type ImportFileSource,
  type LineSource,
  type RefusedLine,
  type SourceLine,
  validationMessages,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { readLessonsById, streamLessonTitles } from '../lessons/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/lesson.queries.ts';
import { sanitizeSections } from '../lessons/sanitize-sections.ts';
import { readMainLessonIdsByTitle } from '../main-lessons/main-lesson.bulk-queries.ts';
import { normaliseTitle } from '../parents/lesson-type.parents.ts';
import { importedEntityNames, type LessonUpdatePlan } from './imported-entities.ts';
import { looksLikeVocabularyCsv, readVocabularyCsv, type VocabularyRow } from './read-vocabulary-csv.ts';
import { replaceVocabulary } from './replace-vocabulary.ts';
import { uniqueSectionNames } from './unique-section-names.ts';
import { vocabularyColumns } from './vocabulary-columns.ts';

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
    matchesFormat: looksLikeVocabularyCsv,
    writers: importedEntities,
    extension: 'csv',
    formatRefused: (linesOf) => formatRefusedRows(linesOf(entityName, 'refuse')),
    check: (file, report) => checkVocabulary(connection, file, report),
    correction: {
      replaceCells: (source, cells) => {
        const row = toRow({ line: 0, source });
        return toCells({ ...row, ...cells, lessonId: (cells.lessonId ?? row.lessonId).trim() });
      },
      groupOf: (source) => lessonKeyOf(toRow({ line: 0, source })),
      recheck: (lines, report) => checkLesson(lines.map(toRow), createLessonResolver(connection), report),
    },
  };
}

async function* formatRefusedRows(lines: AsyncIterable<RefusedLine>): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvRows([[...vocabularyColumns, 'Problems']]);
  for await (const { source, reasons } of lines)
    yield formatCsvRows([[...cellsSchema.parse(source), reasons.join('; ')]]);
}

const cellsSchema = z.array(z.string());

/** The cells of a row, in the order of the columns. */
const cellNames = [
  ...(['lessonId', 'mainLesson', 'lesson', 'section'] as const),
  ...(['english', 'phonemic', 'khmer', 'other'] as const),
] as const;
type CellName = (typeof cellNames)[number];

const toCells = (row: VocabularyRow): string[] => cellNames.map((name) => row[name]);

function toRow({ line, source }: SourceLine): VocabularyRow {
  const cells = cellsSchema.parse(source);
  const text = (name: CellName) => cells[cellNames.indexOf(name)] ?? '';
  return {
    line,
    ...{ lessonId: text('lessonId'), mainLesson: text('mainLesson'), lesson: text('lesson') },
    ...{ section: text('section'), english: text('english'), phonemic: text('phonemic') },
    ...{ khmer: text('khmer'), other: text('other') },
  };
}

/** The stored form of a row. All rows have it: a corrected one may belong to the lesson of any of them. */
const toSource = ({ row, outcome, notes, toCorrect = [] }: ReportedRow): LineSource => ({
  source: toCells(row),
  isNeeded: true,
  group: lessonKeyOf(row),
  cells: () =>
    cellNames.map(
      (name, index): CheckedCell => ({
        name,
        label: vocabularyColumns[index] ?? name,
        value: row[name],
        editable: toCorrect.includes(name),
        problems: outcome === 'refuse' && toCorrect[0] === name ? [...notes] : [],
      }),
    ),
});

const lessonKeyOf = ({ lessonId, mainLesson, lesson }: VocabularyRow) =>
  lessonId === '' ? JSON.stringify([mainLesson, lesson]) : lessonId;

async function checkVocabulary(
  connection: Connection,
  file: ImportFileSource,
  report: CheckReporter,
): Promise<void> {
  const lastLine = new Map<string, number>();
  for await (const row of readVocabularyCsv(file)) lastLine.set(lessonKeyOf(row), row.line);

  const lessons = createLessonResolver(connection);
  const pending = new Map<string, VocabularyRow[]>();
  let count = 0;
  for await (const row of readVocabularyCsv(file)) {
    const key = lessonKeyOf(row);
    const rows = pending.get(key) ?? [];
    rows.push(row);
    pending.set(key, rows);
    count += 1;
    if (count > maxPendingRows) throw new ImportFileError(rowsTooFarApartMessage);
    if (lastLine.get(key) !== row.line) continue;
    pending.delete(key);
    count -= rows.length;
    await checkLesson(rows, lessons, report);
  }
}

/** A row with what the report says about it. */
interface ReportedRow {
  readonly row: VocabularyRow;
  readonly outcome: ImportOutcome;
  readonly notes: readonly string[];
  /** Of a refused row: the cells to correct; the reasons are shown at the first one. */
  readonly toCorrect?: readonly CellName[];
}

async function checkLesson(
  rows: readonly VocabularyRow[],
  lessons: ReturnType<typeof createLessonResolver>,
  report: CheckReporter,
): Promise<void> {
  const [first] = rows;
  const lesson = first && (await lessons.find(first));
  if (!lesson)
    return reportAll(
      report,
      refuseAll(
        rows,
        [`Lesson "${first?.lesson || first?.lessonId}" not found`],
        first?.lessonId ? ['lessonId', 'mainLesson', 'lesson'] : ['lesson', 'mainLesson', 'lessonId'],
      ),
    );
  // The id identifies the lesson; a different title means that the file comes from elsewhere.
  const mismatchedRows = rows.filter((row) => !lessons.titleMatches(row, lesson));
  const own = rows.filter((row) => lessons.titleMatches(row, lesson));
  const { verdicts, sections } = replaceSectionVocabulary(own, lesson);
  const all = [
    ...verdicts,
    ...refuseAll(
      mismatchedRows,
      [`Lesson ${lesson._id} has a different title: "${lesson.title}"`],
      ['lesson', 'mainLesson', 'lessonId'],
    ),
  ].sort((one, other) => one.row.line - other.row.line);
  const changes = all.some(({ outcome }) => outcome === 'create' || outcome === 'change');
  // The rows of a section replace its words: without the refused row, its word would be removed.
  if (all.some(({ outcome }) => outcome === 'refuse')) return reportAll(report, all.map(holdBack));
  if (!changes) return reportAll(report, all);

  const checked = validateSections(sections);
  if ('reasons' in checked) return reportAll(report, refuseAll(rows, checked.reasons, ['section']));
  await reportAll(report, all, { lesson, sections: checked.sections });
}

function refuseAll(
  rows: readonly VocabularyRow[],
  notes: readonly string[],
  toCorrect: readonly CellName[],
): ReportedRow[] {
  return rows.map((row) => ({ row, outcome: 'refuse', notes, toCorrect }));
}

/** Refuses a row because another row of its lesson is refused. */
const holdBack = (reported: ReportedRow): ReportedRow =>
  reported.outcome === 'refuse'
    ? reported
    : { row: reported.row, outcome: 'refuse', notes: ['Another row of this lesson is refused'] };

/** Reports the rows of a lesson; the last one carries the write of the lesson. */
async function reportAll(
  report: CheckReporter,
  verdicts: readonly ReportedRow[],
  update?: { lesson: ResolvedLesson; sections: Section[] },
): Promise<void> {
  for (const [index, reported] of verdicts.entries()) {
    const { row, outcome, notes } = reported;
    const title = row.english || row.khmer || row.phonemic || row.other;
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
  rows: readonly VocabularyRow[],
  { sections: stored }: ResolvedLesson,
): { verdicts: ReportedRow[]; sections: Section[] } {
  const names = uniqueSectionNames(stored);
  const sections = [...stored];
  const verdicts: ReportedRow[] = [];
  for (const [name, own] of groupBySection(rows)) {
    const index = names.indexOf(name);
    const current = stored[index];
    const replaced = replaceVocabulary(current?.content ?? '', own);
    const isChanged = replaced.verdicts.some(({ outcome }) => outcome === 'create' || outcome === 'change');
    const losesFormatting = isChanged && current !== undefined && current.html !== null;
    verdicts.push(
      ...replaced.verdicts.map(({ outcome, notes, toCorrect }, at): ReportedRow => {
        const row = own[at];
        if (!row) throw new Error('A verdict has no matching row');
        return {
          row,
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

function groupBySection(rows: readonly VocabularyRow[]): Map<string, VocabularyRow[]> {
  const found = new Map<string, VocabularyRow[]>();
  for (const row of rows) {
    const known = found.get(row.section);
    if (known) known.push(row);
    else found.set(row.section, [row]);
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

type ResolvedLesson = LessonRow;

type LessonReference = Pick<VocabularyRow, 'lessonId' | 'mainLesson' | 'lesson'>;

/** Creates the resolver of a file's lessons: by id, or without an id by the titles of main lesson and lesson. */
function createLessonResolver(connection: Connection) {
  async function findByTitles({ mainLesson, lesson }: LessonReference): Promise<ResolvedLesson | undefined> {
    const parents = await readMainLessonIdsByTitle(connection, mainLesson);
    const wanted = normaliseTitle(lesson);
    let found: number | undefined;
    for await (const { _id, title } of streamLessonTitles(connection, parents)) {
      if (normaliseTitle(title) !== wanted) continue;
      // Several lessons with the same title are ambiguous.
      if (found !== undefined) return undefined;
      found = _id;
    }
    return found === undefined ? undefined : findById(found);
  }

  async function findById(id: number): Promise<ResolvedLesson | undefined> {
    return (await readLessonsById(connection, [id])).get(id);
  }

  return {
    /** Finds the lesson of a row; undefined when there is none or the titles are ambiguous. */
    async find(reference: LessonReference): Promise<ResolvedLesson | undefined> {
      if (reference.lessonId === '') return findByTitles(reference);
      return /^\d{1,15}$/.test(reference.lessonId) ? findById(Number(reference.lessonId)) : undefined;
    },

    /** Whether a row with the lesson's id also has its title: in a file from elsewhere the id is another lesson's. */
    titleMatches: ({ lesson }: LessonReference, { title }: Pick<ResolvedLesson, 'title'>): boolean =>
      normaliseTitle(lesson) === normaliseTitle(title),
  };
}

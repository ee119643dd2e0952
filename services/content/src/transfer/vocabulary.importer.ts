import {
  type ImportOutcome,
  type LessonLevel,
  lessonLevels,
  lessonPatch,
  type Section,
  vocabularyImport,
  vocabularyTemplate,
} from '@khmer-learning/contracts';
import { omitUndefined } from '@khmer-learning/item-kit';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  type CheckReporter,
  type EntityWriter,
  groupRows,
  type Importer,
  type LineSource,
  type PlannedWrite,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import { normaliseTitle } from '../parents/parents.ts';
import {
  importedEntityNames,
  isOther,
  type LessonPlan,
  lessonFieldsSchema,
  needsOf,
  parseLesson,
} from './imported-entities.ts';
import { createImportedParents, type ImportedParents } from './imported-parents.ts';
import { createLessonResolver, type LessonResolver, type RowTarget } from './lesson-resolver.ts';
import { replaceVocabulary } from './replace-vocabulary.ts';
import { uniqueSectionNames } from './unique-section-names.ts';
import { type VocabularyCells, type VocabularyRow, vocabularyFields } from './vocabulary-fields.ts';

const { lesson: lessonThing } = importedEntityNames;
/** Most rows buffered until their lesson is complete; an exported file needs the rows of one lesson at a time. */
const maxPending = {
  rows: 100_000,
  problem: 'The rows of a lesson are too far apart. Sort the file by Lesson ID',
};

const levelsByKey = new Map(
  lessonLevels.flatMap((level, at) =>
    [level, ['កម្រិតដំបូង', 'កម្រិតមធ្យម', 'កម្រិតខ្ពស់'][at] ?? level].map(
      (text) => [normaliseTitle(text), level] as const,
    ),
  ),
);

export function createVocabularyImporter(
  connection: Connection,
  importedEntities: Readonly<Record<string, EntityWriter>>,
): Importer {
  return {
    kind: 'vocabulary',
    begin: vocabularyImport,
    template: vocabularyTemplate,
    service: 'content',
    entity: 'lesson',
    writers: importedEntities,
    table: { fields: vocabularyFields, check: (rows, report) => checkVocabulary(connection, rows, report) },
  };
}

type CellName = keyof VocabularyCells;

interface ResolvedRow {
  readonly row: VocabularyRow;
  readonly target: RowTarget;
}

interface ReportedRow extends ResolvedRow {
  readonly outcome: ImportOutcome;
  readonly notes: readonly string[];
  /** Of a refused row: the cell that the notes are about, and what is wrong with its lesson. */
  readonly toCorrect?: CellName | undefined;
  readonly problems?: readonly Problem[];
}

/** Groups the rows by the lesson that they resolve to: each group replaces the words of its sections. */
async function checkVocabulary(
  connection: Connection,
  rows: () => AsyncIterable<VocabularyRow>,
  report: CheckReporter,
): Promise<void> {
  const lessons = createLessonResolver(connection);
  const parents = createImportedParents(connection, report);
  const resolve = async (row: VocabularyRow) => ({ row, target: await lessons.resolve(row.values) });
  const keyOf = async (row: VocabularyRow) => (await resolve(row)).target.key;
  for await (const group of groupRows(rows, keyOf, maxPending))
    await checkLesson(await Promise.all(group.rows.map(resolve)), { lessons, parents, report });
}

interface Check {
  readonly lessons: LessonResolver;
  readonly parents: ImportedParents;
  readonly report: CheckReporter;
}

async function checkLesson(rows: readonly ResolvedRow[], check: Check): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { lessonId, isNew } = first.target;
  const lesson = lessonId === undefined ? undefined : await check.lessons.read(lessonId);
  if (lesson) return checkStored(rows, lesson, check);
  if (isNew) return checkNew(rows, first, check);
  return reportAll(check.report, rows.map(refuseTarget));
}

async function checkStored(rows: readonly ResolvedRow[], lesson: LessonRow, check: Check): Promise<void> {
  const refused = rows.filter(({ target }) => target.refusal !== undefined).map(refuseTarget);
  const own = rows.filter(({ target }) => target.refusal === undefined);
  const { changed, fields, problems } = await readFields(own, check.parents, lesson);
  const { verdicts, sections } = replaceSectionVocabulary(own, lesson.sections, defaultSectionOf(lesson));
  const all = [...verdicts, ...refused].sort((one, other) => one.row.line - other.row.line);
  const hasNewWords = verdicts.some(({ outcome }) => outcome === 'create' || outcome === 'change');
  const parsed = hasNewWords ? parse(lessonPatch, { sections }, problems) : {};
  if (problems.length > 0) return reportAll(check.report, all.map(refuseFor(problems)));
  // The rows of a section replace its words: without the refused row, its word would be removed.
  if (all.some(({ outcome }) => outcome === 'refuse')) return reportAll(check.report, all.map(holdBack));
  if (!hasNewWords && changed.length === 0) return reportAll(check.report, all);

  const [head, ...others] = all;
  const { lessonType, ...texts } = fields;
  const isOfOther = head !== undefined && lessonType !== undefined && changed.includes('Lesson type');
  const parent = isOfOther ? await check.parents.lessonTypes.useNamed(lessonType, head.row.line) : undefined;
  const payload: LessonPlan = {
    lesson: omitUndefined({ ...texts, ...parsed }),
    ...(parent ? { lessonType: parent } : {}),
  };
  const noted = head && changed.length > 0 ? [withChanges(head, changed), ...others] : all;
  await reportAll(check.report, noted, {
    target: { id: lesson._id, version: lesson.version },
    payload,
    needs: needsOf(parent),
    about: { thing: lessonThing, title: lesson.title },
    current: lesson,
  });
}

/** The section of rows that name none: the only one, or the one that such rows have created; empty when it is not clear. */
function defaultSectionOf({ title: lessonTitle, sections }: LessonRow): string {
  const [only, ...others] = sections;
  if (only && others.length === 0) return only.title;
  const isOwn = sections.some(({ title }) => normaliseTitle(title) === normaliseTitle(lessonTitle));
  return isOwn ? lessonTitle : '';
}

/** Checks the rows of a lesson that is not stored: it is created if the user wants that, as a draft. */
async function checkNew(rows: readonly ResolvedRow[], first: ResolvedRow, check: Check): Promise<void> {
  const { values, line } = first.row;
  const isCreated = check.report.addMissing(lessonThing, values.lesson);
  const { fields, problems } = await readFields(rows, check.parents);
  const mainLesson = await check.parents.mainLessons.findNamed(values.mainLesson);
  if (mainLesson !== 'missing' && 'refusal' in mainLesson && (isCreated || !isBlank(values.mainLesson)))
    problems.push({ reasons: [mainLesson.refusal], cell: 'mainLesson' });
  if (isCreated && isBlank(fields.lessonType ?? ''))
    problems.push({ reasons: ['Lesson type is required'], cell: 'lessonType' });

  const title = values.lesson.trim();
  const description = fields.description ?? title;
  const { verdicts, sections } = replaceSectionVocabulary(rows, [], title);
  const lesson = parse(
    lessonFieldsSchema,
    {
      ...{ title, description, level: fields.level ?? lessonLevels[0], status: 'draft' },
      sections: sections.length > 0 ? sections : [{ title, content: description }],
    },
    problems,
  );
  if (!isCreated) problems.unshift({ reasons: [notFound(first)], cell: 'lesson' });
  if (problems.length > 0 || !lesson) return reportAll(check.report, verdicts.map(refuseFor(problems)));
  if (verdicts.some(({ outcome }) => outcome === 'refuse'))
    return reportAll(check.report, verdicts.map(holdBack));

  const parents = {
    mainLesson: await check.parents.mainLessons.useNamed(values.mainLesson, line),
    lessonType: await check.parents.lessonTypes.useNamed(fields.lessonType ?? '', line),
  };
  const payload: LessonPlan = { lesson, ...parents };
  await check.report.addLine(
    { line, thing: lessonThing, title, notes: [] },
    { target: null, payload, needs: needsOf(parents.mainLesson, parents.lessonType) },
    { read: first.row },
  );
  await reportAll(check.report, verdicts.filter(hasWord));
}

/** Why the rows of a lesson are refused, and the cell that the reasons are about. */
interface Problem {
  readonly reasons: readonly string[];
  readonly cell: CellName;
}

interface LessonTexts {
  level?: LessonLevel | undefined;
  description?: string | undefined;
  lessonType?: string;
}

/** The fields of the lesson itself that its rows have, and the labels of those that differ from the stored ones. */
async function readFields(
  rows: readonly ResolvedRow[],
  parents: ImportedParents,
  stored?: LessonRow,
): Promise<{ fields: LessonTexts; changed: string[]; problems: Problem[] }> {
  const fields: LessonTexts = {};
  const changed: string[] = [];
  const problems: Problem[] = [];
  /** The text of all rows that have one. */
  function textOf(cell: 'level' | 'description' | 'lessonType', label: string): string | undefined {
    const texts = rows.map(({ row }) => row.values[cell]).filter((text) => !isBlank(text));
    const keyOf = cell === 'description' ? (text: string) => text.trim() : normaliseTitle;
    if (new Set(texts.map(keyOf)).size > 1)
      problems.push({ reasons: [`The rows of this lesson have different texts in ${label}`], cell });
    return texts[0];
  }

  const level = textOf('level', 'Level');
  if (level !== undefined) {
    const known = levelsByKey.get(normaliseTitle(level)) ?? level;
    fields.level = parse(lessonPatch, { level: known }, problems)?.level;
    if (stored && fields.level !== stored.level) changed.push('Level');
  }
  const description = textOf('description', 'Description');
  if (description !== undefined && description !== stored?.description) {
    fields.description = parse(lessonPatch, { description }, problems)?.description;
    if (stored && fields.description !== stored.description) changed.push('Description');
  }
  const lessonType = textOf('lessonType', 'Lesson type');
  if (lessonType !== undefined) {
    const found = await parents.lessonTypes.findNamed(lessonType);
    if (found !== 'missing' && 'refusal' in found)
      problems.push({ reasons: [found.refusal], cell: 'lessonType' });
    fields.lessonType = lessonType;
    if (stored && (found === 'missing' || !('ref' in found) || isOther(found.ref, stored.lessonTypeId)))
      changed.push('Lesson type');
  }
  return { fields, changed, problems };
}

/** The cells of fields with other names. */
const cellsOfFields = new Map<string, CellName>([
  ['title', 'lesson'],
  ['sections', 'section'],
]);

/** Parses fields of a lesson; `problems` gets the cells of those that are refused. */
function parse<T extends { sections?: Section[] | undefined }>(
  schema: z.ZodType<T>,
  value: object,
  problems: Problem[],
): T | undefined {
  const found: Record<string, string[]> = {};
  const data = parseLesson(schema, value, found);
  for (const [field, reasons] of Object.entries(found))
    problems.push({ reasons, cell: cellsOfFields.get(field) ?? (field as CellName) });
  return data;
}

const notFound = ({ row, target }: ResolvedRow) =>
  target.refusal ?? `Lesson "${row.values.lesson}" not found`;

/** Refuses a row because of the lesson that it names. */
const refuseTarget = ({ row, target }: ResolvedRow): ReportedRow => ({
  ...{ row, target, outcome: 'refuse' },
  notes: [notFound({ row, target })],
  toCorrect: target.isWrongId ? 'lessonId' : 'lesson',
});

/** Refuses a row because of its lesson; what is wrong with itself comes first. */
const refuseFor =
  (problems: readonly Problem[]) =>
  ({ row, target, outcome, notes, toCorrect }: ReportedRow): ReportedRow => ({
    ...{ row, target, outcome: 'refuse', toCorrect, problems },
    notes: outcome === 'refuse' ? notes : [],
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

/** A row that changes fields of its lesson, too. */
const withChanges = (reported: ReportedRow, changed: readonly string[]): ReportedRow => ({
  ...reported,
  outcome: reported.outcome === 'unchanged' ? 'change' : reported.outcome,
  notes: [...changed, ...reported.notes],
});

/** Whether a row is about a word or another line of text; otherwise it is about its lesson alone. */
const hasWord = ({ row: { values } }: ResolvedRow) =>
  [values.section, values.english, values.phonemic, values.khmer, values.other].some(
    (text) => !isBlank(text),
  );

/** Reports the rows of a lesson; the last one carries the write of the lesson. */
async function reportAll(
  report: CheckReporter,
  verdicts: readonly ReportedRow[],
  write?: PlannedWrite,
): Promise<void> {
  for (const [index, reported] of verdicts.entries()) {
    const { row, outcome, toCorrect, problems = [] } = reported;
    const { english, khmer, phonemic, other, lesson } = row.values;
    const isWord = hasWord(reported);
    const title = isWord ? english || khmer || phonemic || other : lesson;
    const own = toCorrect && outcome === 'refuse' ? [{ reasons: reported.notes, cell: toCorrect }] : [];
    const byCell: Record<string, readonly string[]> = {};
    for (const { cell, reasons } of [...own, ...problems])
      byCell[cell] = [...(byCell[cell] ?? []), ...reasons];
    const source: LineSource = { read: row, problems: byCell };
    const notes = [...new Set([...reported.notes, ...problems.flatMap(({ reasons }) => reasons)])];
    await report.addLine(
      { line: row.line, thing: isWord ? 'word' : lessonThing, title, outcome, notes },
      index === verdicts.length - 1 ? write : undefined,
      source,
    );
  }
}

/**
 * Replaces the words of a lesson's sections by those of the file. Returns the sections and a verdict per row.
 *
 * @param defaultName of the section of rows that name none
 */
function replaceSectionVocabulary(
  rows: readonly ResolvedRow[],
  stored: readonly Section[],
  defaultName = '',
): { verdicts: ReportedRow[]; sections: Section[] } {
  const names = uniqueSectionNames(stored);
  const sections = [...stored];
  const verdicts = rows
    .filter((row) => !hasWord(row))
    .map((row): ReportedRow => ({ ...row, outcome: 'unchanged', notes: [] }));
  for (const [name, own] of groupBySection(rows.filter(hasWord), names, defaultName)) {
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
          toCorrect,
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
  return { verdicts: verdicts.sort((one, other) => one.row.line - other.row.line), sections };
}

/** Groups rows by the section of that name, or else by one whose name differs only as `normaliseTitle` allows. */
function groupBySection(
  rows: readonly ResolvedRow[],
  names: readonly string[],
  defaultName: string,
): Map<string, ResolvedRow[]> {
  const nameOf = ({ row: { values } }: ResolvedRow) =>
    isBlank(values.section) && defaultName !== '' ? defaultName : values.section;
  const namesByKey = new Map<string, string>();
  const found = new Map<string, ResolvedRow[]>();
  for (const name of [...names, ...rows.map(nameOf)]) {
    const key = normaliseTitle(name);
    if (!namesByKey.has(key)) namesByKey.set(key, name);
  }
  for (const resolved of rows) {
    const section = nameOf(resolved);
    const name = names.includes(section) ? section : (namesByKey.get(normaliseTitle(section)) ?? section);
    const known = found.get(name);
    if (known) known.push(resolved);
    else found.set(name, [resolved]);
  }
  return found;
}

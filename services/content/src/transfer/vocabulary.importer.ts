import { lessonFields, lessonLevels, lessonPatch, type Section } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  addProblem,
  type CheckReporter,
  type EntityWriter,
  getOrSet,
  groupRows,
  type Importer,
  type Problems,
  type ReportedLine,
  reportItem,
  reportRefused,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { readLessonsById } from '../lessons/reads/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import { normaliseTitle } from '../parents/parents.ts';
import { importedEntityNames, lessonFieldsSchema, parseLesson, planLesson } from './imported-entities.ts';
import { createImportedParents, type ImportedParents } from './imported-parents.ts';
import { createLessonResolver, type RowTarget } from './lesson-resolver.ts';
import { replaceVocabulary } from './replace-vocabulary.ts';
import { uniqueSectionNames, type VocabularyRow, vocabularyFields } from './vocabulary-table.ts';

const { lesson: lessonThing } = importedEntityNames;
/** Most rows buffered until their lesson is complete; an exported file needs the rows of one lesson at a time. */
const maxPending = {
  rows: 100_000,
  problem: 'The rows of a lesson are too far apart. Sort the file by Lesson ID',
};

const khmerLevels = ['កម្រិតដំបូង', 'កម្រិតមធ្យម', 'កម្រិតខ្ពស់'];
const levelOf = (text: string) =>
  lessonLevels.find((level, at) =>
    [level, khmerLevels[at] ?? level].map(normaliseTitle).includes(normaliseTitle(text)),
  );

interface ResolvedRow {
  readonly row: VocabularyRow;
  readonly target: RowTarget;
}

export const createVocabularyImporter = (
  connection: Connection,
  importedEntities: Readonly<Record<string, EntityWriter>>,
): Importer => ({
  kind: 'vocabulary',
  service: 'content',
  entity: 'lesson',
  writers: importedEntities,
  table: {
    fields: vocabularyFields,
    /** Groups the rows by the lesson that they resolve to: each group replaces the words of its sections. */
    async check(rows: () => AsyncIterable<VocabularyRow>, report) {
      const findTarget = createLessonResolver(connection);
      const parents = createImportedParents(connection, report);
      const resolve = async (row: VocabularyRow) => ({ row, target: await findTarget(row.values) });
      const keyOf = async (row: VocabularyRow) => (await resolve(row)).target.key;
      for await (const group of groupRows(rows, keyOf, maxPending)) {
        const own = await Promise.all(group.rows.map(resolve));
        const [first] = own;
        if (!first) continue;
        const { lessonId: id, isNew } = first.target;
        // None when it has been deleted meanwhile.
        const lesson = id === undefined ? undefined : (await readLessonsById(connection, [id])).get(id);
        if (lesson) await checkStored(own, lesson, parents, report);
        else if (isNew) await checkNew(first, group.rows, parents, report);
        else for (const row of own) await report.addLine(refuseTarget(row));
      }
    },
  },
});

const heldBack = 'Another row of this lesson is refused';

async function checkStored(
  rows: readonly ResolvedRow[],
  lesson: LessonRow,
  parents: ImportedParents,
  report: CheckReporter,
): Promise<void> {
  const refused = rows.filter(({ target }) => target.refusal !== undefined).map(refuseTarget);
  const own = rows.flatMap(({ row, target }) => (target.refusal === undefined ? row : []));
  const { fields, lessonType, problems } = await readFields(own, parents, lesson);
  const { lines, sections } = replaceSectionVocabulary(own, lesson.sections, defaultSectionOf(lesson));
  const all = [...lines, ...refused].sort((one, other) => one.read.line - other.read.line);
  const hasNewWords = lines.some(({ outcome }) => outcome === 'create' || outcome === 'change');
  const parsed = hasNewWords ? parseLesson(lessonPatch, { sections }, problems, cellNames) : {};
  // The rows of a section replace its words: without the refused row, its word would be removed.
  if (await reportRefused(report, all, heldBack, problems)) return;

  const line = all[0]?.read.line ?? 0;
  const type = lessonType === undefined ? undefined : await parents.lessonTypes.useNamed(lessonType, line);
  const { notes, write } = planLesson(lesson, { ...fields, ...parsed }, { lessonType: type });
  await reportItem(report, all, {
    notes: notes.filter((name) => name !== lessonFields.sections.name),
    write: write && { ...write, about: { thing: lessonThing, title: lesson.title } },
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
async function checkNew(
  first: ResolvedRow,
  rows: readonly VocabularyRow[],
  parents: ImportedParents,
  report: CheckReporter,
): Promise<void> {
  const { values, line } = first.row;
  const isCreated = isBlank(values.lesson) || report.addMissing(lessonThing, values.lesson);
  const { fields, lessonType = '', problems: found } = await readFields(rows, parents);
  const problems = isCreated ? found : { lesson: [notFound(first)], ...found };
  const { refusal } = await parents.mainLessons.findNamed(values.mainLesson);
  if (refusal !== undefined && (isCreated || !isBlank(values.mainLesson)))
    addProblem(problems, 'mainLesson', refusal);
  if (isCreated && isBlank(lessonType)) addProblem(problems, 'lessonType', 'Lesson type is required');

  const title = values.lesson.trim();
  const description = fields.description ?? title;
  const { lines, sections } = replaceSectionVocabulary(rows, [], title);
  const lesson = parseLesson(
    lessonFieldsSchema,
    {
      ...{ title, description, level: fields.level ?? lessonLevels[0], status: 'draft' },
      sections: sections.length > 0 ? sections : [{ title, content: description }],
    },
    problems,
    cellNames,
  );
  if ((await reportRefused(report, lines, heldBack, problems)) || !lesson) return;

  const { write } = planLesson(undefined, lesson, {
    mainLesson: await parents.mainLessons.useNamed(values.mainLesson, line),
    lessonType: await parents.lessonTypes.useNamed(lessonType, line),
  });
  await report.addLine({ read: first.row, thing: lessonThing, title }, write);
  for (const word of lines.filter(({ read }) => hasWord(read))) await report.addLine(word);
}

/** The fields of the lesson itself that its rows have, and why they are refused, by cell. */
async function readFields(rows: readonly VocabularyRow[], parents: ImportedParents, stored?: LessonRow) {
  const problems: Problems = {};
  /** The text of all rows that have one. */
  function textOf(cell: 'level' | 'description' | 'lessonType', label: string): string | undefined {
    const texts = rows.map(({ values }) => values[cell]).filter((text) => !isBlank(text));
    const keyOf = cell === 'description' ? (text: string) => text.trim() : normaliseTitle;
    if (new Set(texts.map(keyOf)).size > 1)
      addProblem(problems, cell, `The rows of this lesson have different texts in ${label}`);
    return texts[0];
  }

  const level = textOf('level', 'Level');
  const known = level === undefined ? {} : { level: levelOf(level) ?? level };
  const description = textOf('description', 'Description');
  const isOther = description !== undefined && description !== stored?.description;
  const changes = { ...known, ...(isOther ? { description } : {}) };
  const fields = parseLesson(lessonPatch, changes, problems, cellNames);
  const lessonType = textOf('lessonType', 'Lesson type');
  const { refusal } = lessonType === undefined ? {} : await parents.lessonTypes.findNamed(lessonType);
  if (refusal !== undefined) addProblem(problems, 'lessonType', refusal);
  return { fields: fields ?? {}, lessonType, problems };
}

/** The cells of fields with other names. */
const cellNames = { title: 'lesson', sections: 'section' };

const notFound = ({ row, target }: ResolvedRow) =>
  target.refusal ?? `Lesson "${row.values.lesson}" not found`;

/** Refuses a row because of the lesson that it names. */
const refuseTarget = ({ row, target }: ResolvedRow): RowLine => ({
  ...lineOf(row),
  problems: { [target.isWrongId ? 'lessonId' : 'lesson']: [notFound({ row, target })] },
});

/** Whether a row is about a word or another line of text; otherwise it is about its lesson alone. */
const hasWord = ({ values: { section, english, phonemic, khmer, other } }: VocabularyRow) =>
  [section, english, phonemic, khmer, other].some((text) => !isBlank(text));

type RowLine = ReportedLine & { readonly read: VocabularyRow };

function lineOf(row: VocabularyRow): RowLine {
  const { english, khmer, phonemic, other, lesson } = row.values;
  const word = { thing: 'word', title: english || khmer || phonemic || other };
  return { read: row, ...(hasWord(row) ? word : { thing: lessonThing, title: lesson }) };
}

/**
 * Replaces the words of a lesson's sections by those of the file. Returns the sections and the line of each row.
 * @param defaultName of the section of rows that name none
 */
function replaceSectionVocabulary(
  rows: readonly VocabularyRow[],
  stored: readonly Section[],
  defaultName = '',
): { lines: RowLine[]; sections: Section[] } {
  const names = uniqueSectionNames(stored);
  const sections = [...stored];
  const lines = rows
    .filter((row) => !hasWord(row))
    .map((row): RowLine => ({ ...lineOf(row), outcome: 'unchanged' }));
  for (const [name, own] of groupBySection(rows.filter(hasWord), names, defaultName)) {
    const index = names.indexOf(name);
    const current = stored[index];
    const { content, verdicts } = replaceVocabulary(
      current?.content ?? '',
      own.map(({ values }) => values),
    );
    const isChanged = verdicts.some(({ outcome }) => outcome === 'create' || outcome === 'change');
    const losesFormatting = isChanged && current !== undefined && current.html !== null;
    lines.push(
      ...own.map((row, at): RowLine => {
        const { outcome, notes: found = [], toCorrect } = verdicts[at] ?? {};
        const notes = losesFormatting && at === 0 ? [...found, 'Formatting will be removed'] : found;
        return { ...lineOf(row), outcome, ...(toCorrect ? { problems: { [toCorrect]: notes } } : { notes }) };
      }),
    );
    if (!isChanged) continue;
    const { title, recordings } = current ?? { title: name };
    sections[current ? index : sections.length] = { title, content, html: null, ops: null, recordings };
  }
  return { lines: lines.sort((one, other) => one.read.line - other.read.line), sections };
}

/** Groups rows by the section of that name, or else by one whose name differs only as `normaliseTitle` allows. */
function groupBySection(
  rows: readonly VocabularyRow[],
  names: readonly string[],
  defaultName: string,
): Map<string, VocabularyRow[]> {
  const namesByKey = new Map(names.toReversed().map((name) => [normaliseTitle(name), name]));
  const found = new Map<string, VocabularyRow[]>();
  for (const row of rows) {
    const { section } = row.values;
    const wanted = isBlank(section) && defaultName !== '' ? defaultName : section;
    const key = normaliseTitle(wanted);
    const name = names.includes(wanted) ? wanted : getOrSet(namesByKey, key, () => wanted);
    getOrSet(found, name, () => []).push(row);
  }
  return found;
}

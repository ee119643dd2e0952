import { isDeepStrictEqual } from 'node:util';
import {
  lessonBody,
  lessonFields,
  lessonLimits,
  lessonTypeBody,
  mainLessonBody,
  mainLessonFields,
  namesOf,
} from '@khmer-learning/contracts';
import { ApiError, inBatches } from '@khmer-learning/service-kit';
import {
  type CheckReporter,
  type EntityWriter,
  type Importer,
  type JsonItem,
  type LineSource,
  matchStored,
  truncateList,
  validationMessages,
  validationMessagesByField,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { importedLessonTypes } from '../lesson-types/lesson-type.bulk-queries.ts';
import { readLessonsById } from '../lessons/reads/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import { toLessonState } from '../lessons/writes/lesson.kind.ts';
import { sanitizeSections } from '../lessons/writes/sanitize-sections.ts';
import { importedMainLessons } from '../main-lessons/main-lesson.bulk-queries.ts';
import {
  importedEntityNames,
  type LessonCreationPlan,
  type LessonFields,
  type LessonUpdatePlan,
  needsOf,
  type ParentRef,
} from './imported-entities.ts';
import { lessonsFileFormat } from './lessons.export.ts';
import { createParentResolver, titleOf } from './parent-resolver.ts';
import { createStoredParents } from './stored-parents.ts';

/** Items that are compared with the stored ones in one query. */
const batchSize = 50;

/** The fields of a lesson without its parents, which a file references by title. */
const lessonFieldsSchema = z.object(lessonBody.shape).omit({ mainLessonId: true, lessonTypeId: true });

/** Fields that a file may omit to keep the stored values. */
const optionalFieldsSchema = z.object({ status: z.unknown().optional(), image: z.unknown().optional() });

const parentNamesSchema = z.object({
  mainLessonId: z.unknown().optional(),
  mainLesson: z.unknown().optional(),
  lessonType: z.unknown().optional(),
});

/** The names of the fields of a line that are single texts; the sections of a lesson are corrected in a file. */
const { mainLessonId: mainLesson, lessonTypeId: lessonType, sections, ...textNames } = namesOf(lessonFields);
const fieldNames = { ...textNames, sections };
const { title, level, status, image, ...otherNames } = textNames;
const cellNames = { title, mainLesson, lessonType, level, status, image, ...otherNames };
const { free: _free, price: _price, ...mainLessonCells } = namesOf(mainLessonFields);
const lessonTypeCells = { title: 'Title', icon: 'Icon' };

/** Creates the importer of lessons files, with the main lessons and lesson types that the lessons need. */
export function createLessonsImporter(
  connection: Connection,
  importedEntities: Readonly<Record<string, EntityWriter>>,
): Importer {
  return {
    kind: 'lessons',
    service: 'content',
    entity: 'lesson',
    writers: importedEntities,
    json: {
      format: lessonsFileFormat,
      lists: {
        mainLessons: { thing: importedEntityNames.mainLesson, cells: mainLessonCells },
        lessonTypes: { thing: importedEntityNames.lessonType, cells: lessonTypeCells },
        lessons: { thing: importedEntityNames.lesson, cells: cellNames },
      },
      async check(items, report) {
        const parents = await readParents(connection, items, report);
        await checkLessons(connection, items, report, parents);
      },
    },
  };
}

type Items = () => AsyncIterable<JsonItem>;

type ParentResolvers = Awaited<ReturnType<typeof readParents>>;

/** The first pass over the file: reads the file's own parents, wherever they are in it. */
async function readParents(connection: Connection, items: Items, report: CheckReporter) {
  const parents = {
    mainLessons: createParentResolver(
      {
        label: 'Main lesson',
        body: mainLessonBody,
        stored: createStoredParents(connection, importedMainLessons),
        hasUniqueTitles: false,
      },
      report,
    ),
    lessonTypes: createParentResolver(
      {
        label: 'Lesson type',
        body: lessonTypeBody,
        stored: createStoredParents(connection, importedLessonTypes),
        hasUniqueTitles: true,
      },
      report,
    ),
  };
  const resolvers = new Map(Object.entries(parents));
  let pending: JsonItem[] = [];
  for await (const item of items()) {
    const [first] = pending;
    if (first && (item.name !== first.name || pending.length === batchSize)) {
      await resolvers.get(first.name)?.add(pending);
      pending = [];
    }
    if (resolvers.has(item.name)) pending.push(item);
  }
  const [first] = pending;
  if (first) await resolvers.get(first.name)?.add(pending);
  return parents;
}

async function checkLessons(
  connection: Connection,
  items: Items,
  report: CheckReporter,
  parents: ParentResolvers,
): Promise<void> {
  const seenIds = new Set<number>();
  async function* lessons() {
    for await (const item of items()) if (item.name === 'lessons') yield item;
  }
  for await (const batch of inBatches(lessons(), batchSize))
    await checkBatch(connection, batch, seenIds, parents, report);
}

async function checkBatch(
  connection: Connection,
  batch: readonly JsonItem[],
  seenIds: Set<number>,
  parents: ParentResolvers,
  report: CheckReporter,
): Promise<void> {
  const matched = await matchStored(batch, seenIds, (ids) => readLessonsById(connection, ids));
  const named = batch.map(({ value }) => parentNamesSchema.safeParse(value).data ?? {});
  await parents.mainLessons.load(named.map(({ mainLesson: title }) => ({ title })));
  await parents.lessonTypes.load(named.map(({ lessonType: title }) => ({ title })));
  for (const { item, current, refusals } of matched)
    await checkLesson(item, refusals, current, parents, report);
}

async function checkLesson(
  read: JsonItem,
  refusals: string[],
  current: LessonRow | undefined,
  { mainLessons, lessonTypes }: ParentResolvers,
  report: CheckReporter,
): Promise<void> {
  const { value, line } = read;
  const entry = { line, thing: importedEntityNames.lesson, title: titleOf(value) };

  const parentNames = parentNamesSchema.safeParse(value).data ?? {};
  const mainLesson = mainLessons.find({ id: parentNames.mainLessonId, title: parentNames.mainLesson });
  const lessonType = lessonTypes.find({ id: undefined, title: parentNames.lessonType });
  const problems: Record<string, string[]> = {};
  const lesson = parseLesson(value, refusals, problems);
  for (const [name, parent] of Object.entries({ mainLesson, lessonType })) {
    if (!('refusal' in parent)) continue;
    refusals.push(parent.refusal);
    problems[name] = [parent.refusal];
  }
  const source: LineSource = { read, problems };
  if (refusals.length > 0 || !lesson || !('ref' in mainLesson) || !('ref' in lessonType)) {
    await report.addLine({ ...entry, outcome: 'refuse', notes: refusals }, undefined, source);
    return;
  }

  if (!current) {
    const payload: LessonCreationPlan = { lesson, mainLesson: mainLesson.ref, lessonType: lessonType.ref };
    const needs = needsOf(mainLesson.ref, lessonType.ref);
    await report.addLine(
      { ...entry, outcome: 'create', notes: [] },
      { target: null, payload, needs },
      source,
    );
    return;
  }

  const { plan, changed } = planLessonUpdate(current, lesson, value, mainLesson.ref, lessonType.ref);
  if (changed.length === 0) {
    await report.addLine({ ...entry, outcome: 'unchanged', notes: [] }, undefined, source);
    return;
  }
  const target = { id: current._id, version: current.version };
  const needs = needsOf(plan.mainLesson, plan.lessonType);
  await report.addLine(
    { ...entry, outcome: 'change', notes: changed },
    { target, payload: plan, needs, current },
    source,
  );
}

/** Parses a lesson's own fields as they would be stored; adds validation messages to `refusals`, and to `problems` by field. */
function parseLesson(
  value: unknown,
  refusals: string[],
  problems: Record<string, string[]>,
): LessonFields | undefined {
  const parsed = lessonFieldsSchema.safeParse(truncateList(value, 'sections', lessonLimits.sections));
  if (!parsed.success) {
    refusals.push(...validationMessages(parsed.error));
    Object.assign(problems, validationMessagesByField(parsed.error));
    return undefined;
  }
  try {
    return { ...parsed.data, sections: sanitizeSections(parsed.data.sections) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refusals.push(error.message);
    return undefined;
  }
}

/** Plans the fields that differ from the stored lesson, and lists their labels. */
function planLessonUpdate(
  current: LessonRow,
  lesson: LessonFields,
  value: unknown,
  mainLesson: ParentRef,
  lessonType: ParentRef,
): { plan: LessonUpdatePlan; changed: string[] } {
  const stored: LessonFields = toLessonState(current);
  const optionalFields = optionalFieldsSchema.parse(value);
  const names = (Object.keys(fieldNames) as (keyof LessonFields)[]).filter((name) => {
    if (name === 'status' && optionalFields.status === undefined) return false;
    if (name === 'image' && !lesson.image) return false;
    return !isDeepStrictEqual(lesson[name], stored[name]);
  });
  const isOther = (ref: ParentRef, id: number) => !('id' in ref) || ref.id !== id;
  const newMainLesson = isOther(mainLesson, current.mainLessonId) ? mainLesson : undefined;
  const newLessonType = isOther(lessonType, current.lessonTypeId) ? lessonType : undefined;
  return {
    plan: {
      lesson: Object.fromEntries(names.map((name) => [name, lesson[name]])),
      ...(newMainLesson ? { mainLesson: newMainLesson } : {}),
      ...(newLessonType ? { lessonType: newLessonType } : {}),
    },
    changed: [
      ...(newMainLesson ? [cellNames.mainLesson] : []),
      ...(newLessonType ? [cellNames.lessonType] : []),
      ...names.map((name) => fieldNames[name]),
    ],
  };
}

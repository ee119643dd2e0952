import { isDeepStrictEqual } from 'node:util';
import { lessonBody, lessonLimits, lessonTypeBody, mainLessonBody } from '@khmer-learning/contracts';
import {
  ApiError,
  looksLikeJson,
  type CheckReporter,
  type EntityWriter,
  type Importer,
  type ImportFileSource,
  type JsonFileValue,
  streamJsonValues,
  validationMessages,
  assertFileFormat,
  truncateList,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { readWholeLessonTypes } from '../lesson-types/lesson-type.reading.ts';
import { lessonState } from '../lessons/lesson.answers.ts';
import type { FullLesson } from '../lessons/lesson.queries.ts';
import { readLessonsById } from '../lessons/lesson.reading.ts';
import { storedSections } from '../lessons/lesson-sections.ts';
import { streamMainLessons } from '../main-lessons/main-lesson.reading.ts';
import {
  createFileParents,
  type FileParents,
  identitySchema,
  type StoredParent,
  twice,
} from './file-parents.ts';
import {
  type LessonChangePlan,
  type LessonFields,
  type NewLessonPlan,
  type ParentRef,
  things,
} from './imported-things.ts';
import { lessonsFormat } from './lessons.export.ts';

/** Its lists. Each way through the file names them all: what is not asked for would pile up. */
const lists = ['mainLessons', 'lessonTypes', 'lessons'];

/** Lessons that are compared with the stored ones at a time. */
const comparedAtOnce = 50;

/** Fields of a lesson's form, less its parents, which a file names by their titles. */
const lessonFieldsSchema = z.object(lessonBody.shape).omit({ mainLessonId: true, lessonTypeId: true });

/** What a file may leave to what is stored. */
const leftOpenSchema = z.object({ status: z.unknown().optional(), image: z.unknown().optional() });

const namedParents = z.object({
  mainLessonId: z.unknown().optional(),
  mainLesson: z.unknown().optional(),
  lessonType: z.unknown().optional(),
});

const labels: Readonly<Record<keyof LessonFields, string>> = {
  title: 'Title',
  description: 'Description',
  level: 'Level',
  image: 'Image',
  status: 'Status',
  sections: 'Sections',
};

/** Imports files of lessons, with the main lessons and lesson types that they need. */
export function lessonsImporter(
  connection: Connection,
  importedThings: Readonly<Record<string, EntityWriter>>,
): Importer {
  return {
    kind: 'lessons',
    service: 'content',
    entity: 'lesson',
    matchesFormat: (start) => looksLikeJson(start, lists),
    writers: importedThings,
    async check(file, report) {
      const parents = await readParents(connection, file, report);
      await checkLessons(connection, file, report, parents);
    },
  };
}

interface Parents {
  readonly mainLessons: FileParents;
  readonly lessonTypes: FileParents;
}

/** The first way through the file: what it says it is, and its own parents, wherever in it they stand. */
async function readParents(connection: Connection, file: ImportFileSource, report: CheckReporter): Promise<Parents> {
  await assertFileFormat(file, lessonsFormat, lists);
  const mainLessons = createFileParents(
    {
      thing: things.mainLesson,
      label: 'Main lesson',
      body: mainLessonBody,
      stored: await storedMainLessons(connection),
    },
    report,
  );
  const lessonTypes = createFileParents(
    {
      thing: things.lessonType,
      label: 'Lesson type',
      body: lessonTypeBody,
      stored: await storedLessonTypes(connection),
    },
    report,
  );
  for await (const item of streamJsonValues(file, { lists })) {
    if (item.name === 'mainLessons') await mainLessons.add(item);
    if (item.name === 'lessonTypes') await lessonTypes.add(item);
  }
  return { mainLessons, lessonTypes };
}

async function storedMainLessons(connection: Connection): Promise<StoredParent[]> {
  const found: StoredParent[] = [];
  for await (const row of streamMainLessons(connection)) {
    const { _id: id, title, createdAt, description, imageCover, free, price, status } = row;
    const fields = { title, description, imageCover, free, price, status };
    found.push({ id, title, createdAt: createdAt.toISOString(), fields });
  }
  return found;
}

async function storedLessonTypes(connection: Connection): Promise<StoredParent[]> {
  const rows = await readWholeLessonTypes(connection);
  return rows.map(({ _id: id, title, createdAt, icon, iconMode }) => ({
    id,
    title,
    createdAt: createdAt.toISOString(),
    fields: { title, icon, iconMode },
  }));
}

async function checkLessons(
  connection: Connection,
  file: ImportFileSource,
  report: CheckReporter,
  parents: Parents,
): Promise<void> {
  const seen = new Set<number>();
  let waiting: JsonFileValue[] = [];

  async function checkWaiting(): Promise<void> {
    const ids = waiting.flatMap(({ value }) => identitySchema.safeParse(value).data?.id ?? []);
    const stored = await readLessonsById(connection, ids);
    for (const item of waiting) {
      const identity = identitySchema.safeParse(item.value).data;
      const id = identitySchema.shape.id.safeParse((item.value as { id?: unknown } | null)?.id).data;
      const isTwice = id !== undefined && seen.has(id);
      if (id !== undefined) seen.add(id);
      const same = identity && stored.get(identity.id);
      const current = same && same.createdAt.toISOString() === identity.createdAt ? same : undefined;
      await checkLesson(item, isTwice ? id : undefined, current, parents, report);
    }
    waiting = [];
  }

  for await (const item of streamJsonValues(file, { lists })) {
    if (item.name !== 'lessons') continue;
    waiting.push(item);
    if (waiting.length === comparedAtOnce) await checkWaiting();
  }
  await checkWaiting();
}

async function checkLesson(
  { value, itemNumber: place }: JsonFileValue,
  repeatedId: number | undefined,
  current: FullLesson | undefined,
  { mainLessons, lessonTypes }: Parents,
  report: CheckReporter,
): Promise<void> {
  const title = z.object({ title: z.string() }).safeParse(value).data?.title ?? '';
  const entry = { line: itemNumber ?? 0, thing: things.lesson, title };
  const refusals: string[] = repeatedId === undefined ? [] : [twice(repeatedId)];

  const named = namedParents.safeParse(value).data ?? {};
  const mainLesson = mainLessons.find({ id: named.mainLessonId, title: named.mainLesson });
  const lessonType = lessonTypes.find({ id: undefined, title: named.lessonType });
  const lesson = readLesson(value, refusals);
  if ('refusal' in mainLesson) refusals.push(mainLesson.refusal);
  if ('refusal' in lessonType) refusals.push(lessonType.refusal);
  if (refusals.length > 0 || !lesson || !('ref' in mainLesson) || !('ref' in lessonType)) {
    await report.addLine({ ...entry, outcome: 'refuse', notes: refusals });
    return;
  }

  if (!current) {
    const payload: NewLessonPlan = { lesson, mainLesson: mainLesson.ref, lessonType: lessonType.ref };
    const needs = neededBy(mainLesson.ref, lessonType.ref);
    await report.addLine({ ...entry, outcome: 'create', notes: [] }, { target: null, payload, needs });
    return;
  }

  const { plan, changed } = changesOf(current, lesson, value, mainLesson.ref, lessonType.ref);
  if (changed.length === 0) {
    await report.addLine({ ...entry, outcome: 'unchanged', notes: [] });
    return;
  }
  const target = { id: current._id, version: current.version };
  const needs = neededBy(plan.mainLesson, plan.lessonType);
  await report.addLine(
    { ...entry, outcome: 'change', notes: changed },
    { target, payload: plan, needs, current },
  );
}

/** A lesson's own fields as they would be stored; what is wrong with them goes to `refusals`. */
function readLesson(value: unknown, refusals: string[]): LessonFields | undefined {
  const parsed = lessonFieldsSchema.safeParse(truncateList(value, 'sections', lessonLimits.sections));
  if (!parsed.success) {
    refusals.push(...validationMessages(parsed.error));
    return undefined;
  }
  try {
    return { ...parsed.data, sections: storedSections(parsed.data.sections) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refusals.push(error.message);
    return undefined;
  }
}

function neededBy(...refs: (ParentRef | undefined)[]): number[] {
  return refs.flatMap((ref) => (ref && 'write' in ref ? [ref.write] : []));
}

/** What differs from the stored lesson, and what people call it. */
function changesOf(
  current: FullLesson,
  lesson: LessonFields,
  value: unknown,
  mainLesson: ParentRef,
  lessonType: ParentRef,
): { plan: LessonChangePlan; changed: string[] } {
  const stored: LessonFields = lessonState(current);
  const leftOpen = leftOpenSchema.parse(value);
  const names = (Object.keys(labels) as (keyof LessonFields)[]).filter((name) => {
    if (name === 'status' && leftOpen.status === undefined) return false;
    if (name === 'image' && !lesson.image) return false;
    return !isDeepStrictEqual(lesson[name], stored[name]);
  });
  const isOther = (ref: ParentRef, id: number) => !('id' in ref) || ref.id !== id;
  const movesTo = isOther(mainLesson, current.mainLessonId) ? mainLesson : undefined;
  const becomes = isOther(lessonType, current.lessonTypeId) ? lessonType : undefined;
  return {
    plan: {
      lesson: Object.fromEntries(names.map((name) => [name, lesson[name]])),
      ...(movesTo ? { mainLesson: movesTo } : {}),
      ...(becomes ? { lessonType: becomes } : {}),
    },
    changed: [
      ...(movesTo ? ['Main lesson'] : []),
      ...(becomes ? ['Lesson type'] : []),
      ...names.map((name) => labels[name]),
    ],
  };
}

import { isDeepStrictEqual } from 'node:util';
import {
  lessonFields,
  lessonLimits,
  lessonsImport,
  mainLessonFields,
  namesOf,
} from '@khmer-learning/contracts';
import { inBatches } from '@khmer-learning/service-kit';
import {
  type CheckReporter,
  comparedItems,
  type EntityWriter,
  type Importer,
  type JsonItem,
  type LineSource,
  type MatchedItem,
  matchStored,
  type PlannedWrite,
  truncateList,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { readLessonsById } from '../lessons/reads/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import { toLessonState } from '../lessons/writes/lesson.kind.ts';
import {
  importedEntityNames,
  isOther,
  type LessonFields,
  type LessonPlan,
  lessonFieldsSchema,
  needsOf,
  type ParentRef,
  parseLesson,
} from './imported-entities.ts';
import { createImportedParents, type ImportedParents, titleOf } from './imported-parents.ts';
import { lessonsFileFormat } from './lessons.export.ts';

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
    begin: lessonsImport,
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
        async function* lessons() {
          for await (const item of items()) if (item.name === 'lessons') yield item;
        }
        for await (const batch of matchStored(lessons(), (ids) => readLessonsById(connection, ids))) {
          const named = batch.map(({ item }) => parentNamesSchema.safeParse(item.value).data ?? {});
          await parents.mainLessons.load(named.map(({ mainLesson }) => mainLesson));
          await parents.lessonTypes.load(named.map(({ lessonType }) => lessonType));
          for (const found of batch) await checkLesson(found, parents, report);
        }
      },
    },
  };
}

/** The first pass over the file: reads the file's own parents, wherever they are in it. */
async function readParents(
  connection: Connection,
  items: () => AsyncIterable<JsonItem>,
  report: CheckReporter,
) {
  const parents = createImportedParents(connection, report);
  for await (const batch of inBatches(items(), comparedItems))
    for (const [name, resolver] of Object.entries(parents))
      await resolver.add(batch.filter((item) => item.name === name));
  return parents;
}

async function checkLesson(
  { item: read, current, refusals }: MatchedItem<LessonRow>,
  { mainLessons, lessonTypes }: ImportedParents,
  report: CheckReporter,
): Promise<void> {
  const { value, line } = read;
  const entry = { line, thing: importedEntityNames.lesson, title: titleOf(value) };

  const parentNames = parentNamesSchema.safeParse(value).data ?? {};
  const mainLesson = mainLessons.find({ id: parentNames.mainLessonId, title: parentNames.mainLesson });
  const lessonType = lessonTypes.find({ title: parentNames.lessonType });
  const problems: Record<string, string[]> = {};
  const bounded = truncateList(value, 'sections', lessonLimits.sections);
  const lesson = parseLesson(lessonFieldsSchema, bounded, problems);
  for (const [name, parent] of Object.entries({ mainLesson, lessonType }))
    if ('refusal' in parent) problems[name] = [parent.refusal];
  const source: LineSource = { read, problems };
  const reasons = [...new Set([...refusals, ...Object.values(problems).flat()])];
  if (reasons.length > 0 || !lesson || !('ref' in mainLesson) || !('ref' in lessonType)) {
    await report.addLine({ ...entry, outcome: 'refuse', notes: reasons }, undefined, source);
    return;
  }

  const { notes, write } = planLesson(current, lesson, value, mainLesson.ref, lessonType.ref);
  await report.addLine({ ...entry, notes }, write, source);
}

/** Plans a new lesson, or the fields that differ from the stored one. @returns their labels, and the write unless there is none */
function planLesson(
  current: LessonRow | undefined,
  lesson: LessonFields,
  value: unknown,
  mainLesson: ParentRef,
  lessonType: ParentRef,
): { notes: string[]; write?: PlannedWrite } {
  if (!current) {
    const payload: LessonPlan = { lesson, mainLesson, lessonType };
    return { notes: [], write: { target: null, payload, needs: needsOf(mainLesson, lessonType) } };
  }
  const stored: LessonFields = toLessonState(current);
  const optionalFields = optionalFieldsSchema.parse(value);
  const names = (Object.keys(fieldNames) as (keyof LessonFields)[]).filter((name) => {
    if (name === 'status' && optionalFields.status === undefined) return false;
    if (name === 'image' && !lesson.image) return false;
    return !isDeepStrictEqual(lesson[name], stored[name]);
  });
  const parents = {
    ...(isOther(mainLesson, current.mainLessonId) ? { mainLesson } : {}),
    ...(isOther(lessonType, current.lessonTypeId) ? { lessonType } : {}),
  };
  const notes = [
    ...Object.keys(parents).map((name) => cellNames[name as keyof typeof parents]),
    ...names.map((name) => fieldNames[name]),
  ];
  if (notes.length === 0) return { notes };
  const payload: LessonPlan = {
    lesson: Object.fromEntries(names.map((name) => [name, lesson[name]])),
    ...parents,
  };
  const target = { id: current._id, version: current.version };
  return { notes, write: { target, payload, needs: needsOf(...Object.values(parents)), current } };
}

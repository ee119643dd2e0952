import { lessonLimits, mainLessonFields, namesOf } from '@khmer-learning/contracts';
import { inBatches } from '@khmer-learning/service-kit';
import {
  type CheckReporter,
  comparedItems,
  type EntityWriter,
  type Importer,
  type MatchedItem,
  matchStored,
  type Problems,
  truncateList,
} from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { readLessonsById } from '../lessons/reads/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/reads/lesson.queries.ts';
import {
  importedEntityNames,
  lessonCellNames,
  lessonFieldsSchema,
  parseLesson,
  planLesson,
} from './imported-entities.ts';
import { createImportedParents, type ImportedParents } from './imported-parents.ts';
import { lessonsFileFormat } from './lessons.export.ts';

/** The fields of a lesson in a file that count before it is validated. */
type Unvalidated = Readonly<
  Partial<Record<'mainLessonId' | 'mainLesson' | 'lessonType' | 'status', unknown>>
>;

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
        lessons: { thing: importedEntityNames.lesson, cells: lessonCellNames },
      },
      async check(items, report) {
        const parents = createImportedParents(connection, report);
        // The first pass over the file: its own parents can be anywhere in it.
        for await (const batch of inBatches(items(), comparedItems))
          for (const [name, resolver] of Object.entries(parents))
            await resolver.add(batch.filter((item) => item.name === name));
        async function* lessons() {
          for await (const item of items()) if (item.name === 'lessons') yield item;
        }
        for await (const batch of matchStored(lessons(), (ids) => readLessonsById(connection, ids))) {
          const named = batch.map(({ item }): Unvalidated => Object(item.value));
          await parents.mainLessons.load(named.map(({ mainLesson }) => mainLesson));
          await parents.lessonTypes.load(named.map(({ lessonType }) => lessonType));
          for (const found of batch) await checkLesson(found, parents, report);
        }
      },
    },
  };
}

async function checkLesson(
  { item: read, current, refusals }: MatchedItem<LessonRow>,
  { mainLessons, lessonTypes }: ImportedParents,
  report: CheckReporter,
): Promise<void> {
  const { value } = read;
  const given: Unvalidated = Object(value);
  const mainLesson = mainLessons.find({ id: given.mainLessonId, title: given.mainLesson });
  const lessonType = lessonTypes.find({ title: given.lessonType });
  const problems: Problems = {};
  const lesson = parseLesson(
    lessonFieldsSchema,
    truncateList(value, 'sections', lessonLimits.sections),
    problems,
  );
  for (const [name, parent] of Object.entries({ mainLesson, lessonType }))
    if (parent.refusal !== undefined) problems[name] = [parent.refusal];
  const line = { read, thing: importedEntityNames.lesson, title: read.title };
  if (refusals.length > 0 || !lesson || !mainLesson.ref || !lessonType.ref) {
    await report.addLine({ ...line, outcome: 'refuse', notes: refusals, problems });
    return;
  }
  // A file may omit both, to keep what is stored.
  const status = current && given.status === undefined ? undefined : lesson.status;
  const fields = { ...lesson, status, image: lesson.image || undefined };
  const parents = { mainLesson: mainLesson.ref, lessonType: lessonType.ref };
  const { notes, write } = planLesson(current, fields, parents);
  await report.addLine({ ...line, notes }, write);
}

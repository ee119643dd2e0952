import {
  hasPriceWhenPaid,
  type MainLesson,
  mainLessonEvent,
  mainLessonMessages,
  mainLessons,
  surrogateKeys,
  uploadUrl,
} from '@khmer-learning/contracts';
import {
  definePublishableKind,
  type ItemChange,
  omitUndefined,
  oneByOne,
  pickFields,
  rowReader,
  withEventFields,
} from '@khmer-learning/item-kit';
import { fieldError, type ServiceContext } from '@khmer-learning/service-kit';
import { startVisibilityUpdate } from '../lessons/cascades/lesson.visibility.ts';
import { acquireExclusiveParentLock, createParentLocks, deleteParentLocks } from '../store/parent-locks.ts';
import { mainLessonsOf, type StoredMainLesson } from './main-lesson.model.ts';
import {
  type MainLessonRow,
  mainLessonRowProjection,
  mainLessonSearchFields,
} from './main-lesson.queries.ts';

export const toMainLessonState = (row: MainLessonRow) =>
  pickFields(withEventFields(row), mainLessonEvent.state.shape);

export const toMainLesson = (row: MainLessonRow): MainLesson => ({
  ...toMainLessonState(row),
  version: row.version,
  imageCoverUrl: uploadUrl(row.imageCover),
});

export const mainLessonFeed = {
  event: mainLessonEvent,
  toState: toMainLessonState,
  surrogateKeys: ({ before, after }: ItemChange<MainLessonRow>) => mainLessonChangeKeys(before, after),
  mainLessonOf: ({ _id }: MainLessonRow) => _id,
};

/** Main lessons, in the order of the catalogue. @param wakeVisibilityJob wakes `lessonVisibilityJob` */
export const mainLessonKind = (store: ServiceContext, wakeVisibilityJob: () => void) => {
  const { connection } = store;
  const model = mainLessonsOf(connection);
  return definePublishableKind({
    ...mainLessonFeed,
    contract: mainLessons,
    model,
    searched: ['title', 'description'],
    searchFields: mainLessonSearchFields,

    read: rowReader<StoredMainLesson, MainLessonRow>(model, mainLessonRowProjection),

    create: oneByOne(async (_tx, contents, id) => ({
      // Last in the catalogue without reading the others: ids only grow.
      row: { ...contents, price: priceOf(contents), position: id },
      joined: null,
    })),
    async change(_tx, { row, joined }, patch) {
      const next = { ...row, ...omitUndefined(patch) };
      requirePrice(next);
      return { row: { ...next, price: priceOf(next) }, joined };
    },
    revive: async (_tx, { position, ...fields }, { id }) => ({
      row: { ...fields, position: position ?? id },
      joined: null,
    }),

    inserted: (tx, { _id }) => createParentLocks(connection, 'main-lesson', _id, tx.session),
    async changed({ session }, before, { _id, status }) {
      if (status === before.status) return;
      await acquireExclusiveParentLock(connection, 'main-lesson', _id, session);
      await startVisibilityUpdate(connection, _id, status, session);
    },
    async removed(tx, { _id }) {
      await deleteParentLocks(connection, 'main-lesson', _id, tx.session);
      return undefined;
    },
    committed(before, after) {
      if (after.status !== before.status) wakeVisibilityJob();
    },

    toItem: ({ row }) => toMainLesson(row),
    toVersion: ({ position, ...state }, version) => ({
      ...state,
      position: position ?? state.id,
      version,
      imageCoverUrl: uploadUrl(state.imageCover),
    }),

    publishing: {
      publishedStatus: 'published',
      toContents: (row) => pickFields(row, mainLessons.workingCopy.save.body.shape.contents.shape),
      check: async (contents) => ({ ...contents, price: priceOf(contents) }),
    },
  });
};

type Priced = Parameters<typeof hasPriceWhenPaid>[0];

/** The price that is stored: none of a free main lesson. */
const priceOf = ({ free, price }: Priced) => (free ? null : (price ?? null));

/** A paid main lesson needs a price. Checked on the merged row: a patch may hold only one of the two. */
function requirePrice(mainLesson: Priced): void {
  if (!hasPriceWhenPaid(mainLesson)) throw fieldError('price', mainLessonMessages.price);
}

/** The fields of a main lesson that decide in which answers of `/api/v1` it appears. */
type PlacedMainLesson = Pick<MainLessonRow, '_id' | 'status' | 'free' | 'position'>;

/** The surrogate keys that a change of a main lesson purges. Publishing shows its lessons and their quizzes too. */
export function mainLessonChangeKeys(
  before: PlacedMainLesson | null,
  after: PlacedMainLesson | null,
): readonly string[] {
  const [published, other] = [before, after].filter((row) => row?.status === 'published');
  if (!published) return [];
  const { _id: id } = published;
  const keys = [surrogateKeys.mainLesson(id), surrogateKeys.anyMainLesson];
  if (!other || other.free !== published.free)
    keys.push(surrogateKeys.mainLessonAccess(id), surrogateKeys.freeMainLessons);
  if (!other || other.position !== published.position)
    keys.push(surrogateKeys.mainLessons, surrogateKeys.curriculum);
  if (!other) keys.push(surrogateKeys.lessons, surrogateKeys.lessonsOf(id));
  return keys;
}

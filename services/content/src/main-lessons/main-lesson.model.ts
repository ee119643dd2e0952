import { type ContentStatus, contentStatuses } from '@khmer-learning/contracts';
import { itemSchema, newestFirst, type StoredItem } from '@khmer-learning/item-kit';
import { modelOf } from '@khmer-learning/service-kit';

export interface StoredMainLesson extends StoredItem {
  /** See `mainLessonTitleKey`; several main lessons may have the same. */
  titleKey: string;
  /** The title's sort key (`buildSortKey`); absent on those stored before lists could be sorted. */
  titleSort: string;
  description: string;
  imageCover: string;
  free: boolean;
  /** Cents, USD; null when free. */
  price: number | null;
  status: ContentStatus;
  /** The sort position in the catalogue: lower first, ties by id. */
  position: number;
}

/** The indexes, by name: each covers filter and sort of a list. */
export const mainLessonIndexes = {
  titleKey: { titleKey: 1, _id: 1 },
  newest: {
    ...newestFirst,
    status: { status: 1, _id: -1 },
  },
  catalogue: {
    all: { position: 1, _id: 1 },
    status: { status: 1, position: 1, _id: 1 },
    words: { searchKeys: 1, position: 1, _id: 1 },
  },
} as const;

export const mainLessonSortIndexes = {
  title: { titleSort: 1, _id: 1 },
  status: mainLessonIndexes.newest.status,
  price: { price: 1, _id: 1 },
  updatedAt: { updatedAt: 1, _id: 1 },
} as const;

const schema = itemSchema<StoredMainLesson>('main_lessons', {
  titleKey: String,
  titleSort: String,
  description: String,
  imageCover: String,
  free: Boolean,
  price: Number,
  status: { type: String, enum: contentStatuses },
  position: Number,
});
schema.index(mainLessonIndexes.titleKey);
schema.index(mainLessonIndexes.newest.status);
schema.index(mainLessonIndexes.catalogue.all);
schema.index(mainLessonIndexes.catalogue.status);
schema.index(mainLessonIndexes.catalogue.words);
schema.index(mainLessonSortIndexes.title);
schema.index(mainLessonSortIndexes.price);
schema.index(mainLessonSortIndexes.updatedAt);

export const mainLessonsOf = modelOf('MainLesson', schema);

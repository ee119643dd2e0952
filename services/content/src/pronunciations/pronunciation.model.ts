import { modelOf } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A pronunciation or an English word of a Khmer word, in the number of lessons that have it. */
export interface CountedText {
  key: string;
  /** As the first lesson had it. */
  text: string;
  lessons: number;
}

/** A Khmer word with all pronunciations that lessons have for it. */
export interface PronouncedWord {
  _id: string;
  khmer: string;
  spellings: CountedText[];
  english: CountedText[];
  /** Whether there are several spellings. */
  hasConflict: boolean;
  lessons: number;
  /** Of a word with a conflict. */
  searchKeys: string[];
}

/** What one lesson has of one Khmer word: its share of the `PronouncedWord`. */
export interface WordUse {
  /** `<lesson>\n<key of the word>` */
  _id: string;
  lessonId: number;
  wordId: string;
  spellings: string[];
  english: string[];
}

export const pronunciationIndexes = {
  english: { 'english.key': 1, lessons: -1 },
  conflicts: { hasConflict: 1, lessons: -1, _id: 1 },
  words: { searchKeys: 1, lessons: -1, _id: 1 },
} as const;

export const wordUseIndexes = {
  lesson: { lessonId: 1 },
  word: { wordId: 1, lessonId: 1 },
  spelling: { wordId: 1, spellings: 1, lessonId: 1 },
} as const;

const countedText = new Schema<CountedText>({ key: String, text: String, lessons: Number }, { _id: false });

const wordSchema = new Schema<PronouncedWord>(
  {
    _id: String,
    khmer: String,
    spellings: [countedText],
    english: [countedText],
    hasConflict: Boolean,
    lessons: Number,
    searchKeys: [String],
  },
  { versionKey: false, collection: 'pronunciations' },
);
for (const index of Object.values(pronunciationIndexes)) wordSchema.index(index);

const useSchema = new Schema<WordUse>(
  { _id: String, lessonId: Number, wordId: String, spellings: [String], english: [String] },
  { versionKey: false, collection: 'word_uses' },
);
for (const index of Object.values(wordUseIndexes)) useSchema.index(index);

export const pronunciationsOf = modelOf('PronouncedWord', wordSchema);

export const wordUsesOf = modelOf('WordUse', useSchema);

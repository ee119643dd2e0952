import { type Connection, Schema } from 'mongoose';
import type { ContentCard, CounterContribution } from './contributions.ts';

/** One projected entity. `_id` is `<generation>:<kind>:<id>`. */
export interface EntityRow {
  _id: string;
  generation: number;
  kind: string;
  entityId: number;
  counts: CounterContribution;
  card: ContentCard | null;
}

/**
 * One shard of a counter; a counter's value is the sum of its shards. `_id` is `<generation>:<counter name>`, followed
 * by `#<shard>` for every shard but 0. Earlier versions wrote only what is shard 0 now.
 */
export interface CounterRow {
  _id: string;
  value: number;
}

/** The generation that queries read. A rebuild fills the next one, then switches to it. */
export interface GenerationRow {
  _id: 'current';
  generation: number;
  /**
   * The generation whose rows all have their counts by day. Releases without those counts leave it as it is, so that it
   * differs from `generation` after one of them has rebuilt the projection.
   */
  generationWithDays?: number;
}

/** First answers of learners, and what was answered instead. */
interface Answers {
  tries: number;
  right: number;
  instead: { answer: string; picks: number }[];
  /** The wrong answers of 10,000, from a number of tries on; -1 below. The index has the hardest first. */
  hardness: number;
}

/** A question that learners have answered. `_id` is `<generation>:<quiz id>:<question id>`. */
export interface QuestionRow extends Answers {
  _id: string;
  generation: number;
  quizId: number;
  questionId: number;
  question: string;
  /** The right answer, if it is a single one, and what all spellings of it have in common. */
  word: string | null;
  wordKey: string | null;
}

/** A right answer to any questions. `_id` is `<generation>:<key>`. */
export interface WordRow extends Answers {
  _id: string;
  generation: number;
  word: string;
  questions: number;
}

const answersFields = {
  tries: Number,
  right: Number,
  instead: Schema.Types.Mixed,
  hardness: Number,
} as const;
const questionSchema = new Schema<QuestionRow>(
  {
    _id: String,
    generation: Number,
    quizId: Number,
    questionId: Number,
    question: String,
    word: String,
    wordKey: String,
    ...answersFields,
  },
  { collection: 'questions', versionKey: false },
)
  .index({ generation: 1, hardness: -1 })
  .index({ generation: 1, quizId: 1 })
  .index({ generation: 1, wordKey: 1 });
const wordSchema = new Schema<WordRow>(
  { _id: String, generation: Number, word: String, questions: Number, ...answersFields },
  { collection: 'words', versionKey: false },
).index({ generation: 1, hardness: -1 });

const entitySchema = new Schema<EntityRow>(
  {
    _id: { type: String, required: true },
    generation: { type: Number, required: true },
    kind: { type: String, required: true },
    entityId: { type: Number, required: true },
    counts: { type: Schema.Types.Mixed, required: true },
    card: { type: Schema.Types.Mixed, default: null },
  },
  { collection: 'entities', minimize: false, versionKey: false },
).index({ generation: 1, kind: 1, entityId: -1 });

const counterSchema = new Schema<CounterRow>(
  { _id: { type: String, required: true }, value: { type: Number, required: true } },
  { collection: 'figures', versionKey: false },
);

const generationSchema = new Schema<GenerationRow>(
  {
    _id: { type: String, required: true },
    generation: { type: Number, required: true },
    generationWithDays: Number,
  },
  { collection: 'generations', versionKey: false },
);

/** The models of the projection. Many writes go to the collections: casting takes a tenth of their processor time. */
export function projectionModels(connection: Connection) {
  const entities = connection.model('Entity', entitySchema);
  const counters = connection.model('Counter', counterSchema);
  return {
    entities,
    entityRows: connection.collection<EntityRow>(entities.collection.name),
    counters,
    counterRows: connection.collection<CounterRow>(counters.collection.name),
    questions: connection.model('Question', questionSchema),
    words: connection.model('Word', wordSchema),
    generations: connection.model('Generation', generationSchema),
  };
}
export type ProjectionModels = ReturnType<typeof projectionModels>;

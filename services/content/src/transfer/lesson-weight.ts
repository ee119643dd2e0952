import type { Section } from '@khmer-learning/contracts';

/** Putting a text's words into the index takes so many times what storing it does. */
const indexWeight = 20;

/** How much work storing a lesson's sections is, in bytes. */
export function lessonWeight(sections: readonly Section[]): number {
  return Buffer.byteLength(JSON.stringify(sections)) * indexWeight;
}

import fc from 'fast-check';
import { comparePlaces } from './compare-places.ts';

/** The moves from one order of items to another. */
function movesBetween(theirs: readonly string[], yours: readonly string[]) {
  const items = theirs
    .filter((label) => yours.includes(label))
    .map((label) => ({ label, theirs: theirs.indexOf(label), yours: yours.indexOf(label) }));
  return comparePlaces(items).map(({ label, remark }) => `${label}: ${remark}`);
}

test('only the item that was moved is said to be moved', () => {
  expect(movesBetween(['A', 'B', 'C', 'D'], ['D', 'A', 'B', 'C'])).toEqual([
    'Place of D: Moved from place 4 to place 1.',
  ]);
});

test('items that only made room for added or removed ones are not moved', () => {
  expect(movesBetween(['A', 'B', 'C'], ['New', 'B', 'C'])).toEqual([]);
});

test('what is not moved keeps its order', () => {
  const labels = ['A', 'B', 'C', 'D', 'E', 'F'];
  fc.assert(
    fc.property(fc.shuffledSubarray(labels, { minLength: labels.length }), (yours) => {
      const moves = movesBetween(labels, yours);
      const isKept = (label: string) => !moves.some((move) => move.startsWith(`Place of ${label}:`));
      expect(yours.filter(isKept)).toEqual(labels.filter(isKept));
      if (labels.every((label, index) => yours[index] === label)) expect(moves).toEqual([]);
    }),
  );
});

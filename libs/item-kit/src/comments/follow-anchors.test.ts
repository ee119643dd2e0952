import { findCommentPlace } from '@khmer-learning/contracts';
import fc from 'fast-check';
import { type AnchoredSection, createFollower } from './follow-anchors.ts';

/** A row that knows its descent. */
interface Row {
  readonly origin: number;
  readonly english: string;
  readonly khmer: string;
}
interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

const lineOf = ({ english, khmer }: Row) => `${english} : ${khmer}`;
const anchored = (sections: readonly Section[]): AnchoredSection[] =>
  sections.map(({ title, rows }) => ({
    text: title,
    contents: rows.map(lineOf).join('\n'),
    rows: rows.map((row) => ({ text: lineOf(row), keys: [row.english, row.khmer] })),
  }));
const known = (sections: readonly Section[]) =>
  sections.map(({ title, rows }) => ({ text: title, rows: rows.map(lineOf) }));

const place = fc.record({ section: fc.nat(9), row: fc.nat(9) });
const edit = fc.oneof(
  fc.record({ kind: fc.constantFrom('english' as const, 'khmer' as const), at: place }),
  fc.record({ kind: fc.constantFrom('insert' as const, 'delete' as const), at: place }),
  fc.record({ kind: fc.constant('move' as const), at: place, to: place }),
  fc.record({
    kind: fc.constantFrom('rename' as const, 'insertSection' as const, 'deleteSection' as const),
    at: place,
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

let lastNumber = 0;
function newNumber(): number {
  lastNumber += 1;
  return lastNumber;
}
const newWord = () => `word ${newNumber()}`;
const newRow = (): Row => ({ origin: newNumber(), english: newWord(), khmer: newWord() });

/** Applies an edit, of a row that this save has not edited yet: an edit of both words at once leaves nothing of a row. */
function apply(sections: readonly Section[], change: Edit, edited: Set<number>): readonly Section[] {
  const at = change.at.section % Math.max(sections.length, 1);
  const section = sections[at];
  const title = newWord();
  if (change.kind === 'insertSection' || !section)
    return sections.toSpliced(at, 0, { title, rows: [newRow(), newRow()] });
  if (change.kind === 'deleteSection') return sections.toSpliced(at, 1);
  if (change.kind === 'rename') return sections.with(at, { ...section, title });
  const { rows } = section;
  const index = change.at.row % Math.max(rows.length, 1);
  const row = rows[index];
  if (change.kind === 'insert' || !row)
    return sections.with(at, { ...section, rows: rows.toSpliced(index, 0, newRow()) });
  const without = sections.with(at, { ...section, rows: rows.toSpliced(index, 1) });
  if (change.kind === 'delete') return without;
  if (change.kind === 'move') {
    const target = change.to.section % without.length;
    const into = without[target];
    return into
      ? without.with(target, { ...into, rows: into.rows.toSpliced(change.to.row, 0, row) })
      : without;
  }
  if (edited.has(row.origin)) return sections;
  edited.add(row.origin);
  return sections.with(at, { ...section, rows: rows.with(index, { ...row, [change.kind]: newWord() }) });
}

test('a thread is never at a row that does not descend from its own, and follows its row wherever one edit takes it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
      place,
      (saves, start) => {
        let sections: readonly Section[] = [1, 2, 3].map(() => ({
          title: newWord(),
          rows: [newRow(), newRow(), newRow(), newRow()],
        }));
        const [section, row] = [start.section % 3, start.row % 4];
        const first = sections[section]?.rows[row];
        if (!first) throw new Error('No row');
        let anchor = { section: [sections[section]?.title ?? ''], row: [lineOf(first)] };
        for (const edits of saves) {
          const before = sections;
          const edited = new Set<number>();
          for (const change of edits) sections = apply(sections, change, edited);
          const next = createFollower(anchored(before), anchored(sections))(anchor);
          if (next?.row) anchor = { section: next.section, row: next.row };
          const found = findCommentPlace(anchor, known(sections));
          const at = found?.row === undefined ? undefined : sections[found.section]?.rows[found.row];
          if (at) expect(at.origin).toBe(first.origin);
          // One edit leaves nothing to doubt.
          const wasThere = findCommentPlace(anchor, known(before)) !== undefined;
          if (
            edits.length === 1 &&
            wasThere &&
            sections.some(({ rows }) => rows.some(({ origin }) => origin === first.origin))
          )
            expect(at?.origin).toBe(first.origin);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a section keeps its thread when it gets another title or other contents, not both at once', () => {
  const [before, other] = [
    { text: 'Greetings', contents: 'Hello', rows: [] },
    { text: 'Numbers', contents: 'One', rows: [] },
  ];
  const after = (section: AnchoredSection) =>
    createFollower([before, other], [other, section])({ section: ['Greetings'] });
  expect(after({ ...before, text: 'Hellos' })).toEqual({ section: ['Hellos', 'Greetings'] });
  expect(after({ ...before, contents: 'Hi' })).toBeUndefined();
  expect(after({ ...before, text: 'Hellos', contents: 'Hi' })).toBeUndefined();
});

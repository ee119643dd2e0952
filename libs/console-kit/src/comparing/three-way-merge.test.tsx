import fc from 'fast-check';
import { type MergeChoice, type MergeShape, mergeVersions } from './three-way-merge.ts';

interface Row {
  id: number | undefined;
  word: string;
  notes: string;
}
interface Item {
  title: string;
  notes: string;
  rows: Row[];
}

const text = {
  toRows: (value: string) => value.split('\n'),
  fromRows: (rows: readonly string[]) => rows.join('\n'),
};
const wordOf = (row: string) => row.split(':')[0];
const shape: MergeShape = {
  kind: 'record',
  fields: {
    title: { kind: 'value', label: 'Title', format: String },
    notes: { kind: 'text', label: 'Notes', ...text, keyOf: wordOf, format: String },
    rows: {
      kind: 'list',
      label: 'Rows',
      labelOf: ({ word }: Row) => `Row “${word}”`,
      format: ({ word, notes }: Row) => `${word}: ${notes}`,
      idOf: ({ id }: Row) => id,
      keys: [({ word }: Row) => word],
      item: {
        kind: 'record',
        fields: {
          word: { kind: 'value', label: 'Word', format: String },
          notes: { kind: 'text', label: 'Notes', ...text, format: String },
        },
      },
    },
  },
};

const empty: Item = { title: '', notes: '', rows: [] };
const line = fc.stringMatching(/^[a-d]:[x-z]$/);
const notes = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const row = fc.record({
  id: fc.option(fc.nat(6), { nil: undefined }),
  word: fc.constantFrom('a', 'b', 'c'),
  notes,
});
const rows = fc.uniqueArray(row, { maxLength: 5, selector: ({ id }) => id ?? Symbol('new') });
const item: fc.Arbitrary<Item> = fc.record({ title: fc.constantFrom('A', 'B', 'C'), notes, rows });

const merge = (base: Item | undefined, mine: Item, theirs: Item, choice?: MergeChoice) => {
  const { conflicts } = mergeVersions(shape, { base, mine, theirs });
  const choices = new Map(conflicts.map(({ id }) => [id, choice ?? 'mine']));
  return mergeVersions(shape, { base, mine, theirs }, choices);
};
const linesOf = ({ notes: own }: Item) => own.split('\n').filter((one) => one !== '');
const sorted = (list: readonly string[]) => [...list].sort();

describe('a three-way merge', () => {
  it('is theirs if I changed nothing, and mine if they changed nothing', () => {
    fc.assert(
      fc.property(item, item, (base, changed) => {
        for (const result of [merge(base, base, changed), merge(base, changed, base)]) {
          expect(result.conflicts).toEqual([]);
          expect(result.merged).toEqual(changed);
        }
      }),
    );
  });

  it('has no conflict if both made the same changes, whatever they started from', () => {
    fc.assert(
      fc.property(fc.option(item, { nil: undefined }), item, (base, changed) => {
        const { merged, conflicts } = merge(base, changed, changed);
        expect(conflicts).toEqual([]);
        expect(merged).toEqual(changed);
      }),
    );
  });

  it('has no conflict if both put two equal rows in the place of one', () => {
    const rowOf = (word: string): Row => ({ id: undefined, word, notes: '' });
    const changed = { ...empty, rows: [rowOf('c'), rowOf('c')] };
    const result = merge({ ...empty, rows: [rowOf('a')] }, changed, changed);
    expect(result).toMatchObject({ conflicts: [], merged: changed });
  });

  it('keeps the changes of different rows, also of rows side by side', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{3}$/), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(words, fc.array(fc.constantFrom('mine', 'theirs', 'none')), (all, changes) => {
        const version = (by: string, mark: string) =>
          all.map((word, index) => `${word}:${(changes[index] ?? 'none') === by ? mark : 'old'}`).join('\n');
        const base = { ...empty, notes: version('nobody', '') };
        const mine = { ...empty, notes: version('mine', 'new'), title: 'Mine' };
        const theirs = { ...empty, notes: version('theirs', 'new') };
        const { merged, conflicts } = merge(base, mine, theirs);
        expect(conflicts).toEqual([]);
        const expected = all.map(
          (word, index) => `${word}:${(changes[index] ?? 'none') === 'none' ? 'old' : 'new'}`,
        );
        expect(merged).toEqual({ ...empty, title: 'Mine', notes: expected.join('\n') });
      }),
    );
  });

  it('keeps the rows that either has added, in their places', () => {
    const base = { ...empty, notes: 'a:1\nb:1' };
    const mine = { ...empty, notes: 'm:1\na:1\nb:1\nn:1' };
    const theirs = { ...empty, notes: 'a:1\nt:1\nb:1' };
    expect(merge(base, mine, theirs)).toMatchObject({
      conflicts: [],
      merged: { notes: 'm:1\na:1\nt:1\nb:1\nn:1' },
    });
  });

  it('loses no row, and doubles none except by `both`', () => {
    const words = fc.uniqueArray(line, { maxLength: 8, selector: (one) => one }).map((all) => all.join('\n'));
    fc.assert(
      fc.property(words, words, words, (...all) => {
        const [base, mine, theirs] = all.map((one) => ({ ...empty, notes: one })) as [Item, Item, Item];
        const before = new Set(linesOf(base));
        const kept = (one: Item, other: Item) =>
          linesOf(one).filter((own) => !before.has(own) || linesOf(other).includes(own));
        const both = linesOf(merge(base, mine, theirs, 'both').merged);
        // What one has added or changed, and what both have kept, is there.
        for (const own of [...kept(mine, theirs), ...kept(theirs, mine)]) expect(both).toContain(own);
        for (const choice of ['mine', 'theirs'] as const) {
          const merged = linesOf(merge(base, mine, theirs, choice).merged);
          expect(sorted([...new Set(merged)])).toEqual(sorted(merged));
          for (const own of merged) expect([...linesOf(mine), ...linesOf(theirs)]).toContain(own);
          const chosen = choice === 'mine' ? [mine, theirs] : [theirs, mine];
          for (const own of kept(chosen[0] as Item, chosen[1] as Item)) expect(merged).toContain(own);
        }
      }),
    );
  });

  it('keeps every item with an id once', () => {
    fc.assert(
      fc.property(
        item,
        item,
        item,
        fc.constantFrom<MergeChoice>('mine', 'theirs'),
        (base, mine, theirs, choice) => {
          const idsOf = ({ rows: all }: Item) => all.flatMap(({ id }) => (id === undefined ? [] : [id]));
          const merged = idsOf(merge(base, mine, theirs, choice).merged);
          expect(new Set(merged).size).toBe(merged.length);
          for (const id of idsOf(mine).filter((one) => idsOf(theirs).includes(one)))
            expect(merged).toContain(id);
        },
      ),
    );
  });
});

describe('a place that both have changed', () => {
  const base = { ...empty, title: 'Old', notes: 'cat:1\ndog:1' };
  const mine = { ...base, title: 'Mine', notes: 'cat:mine\ndog:1' };
  const theirs = { ...base, title: 'Theirs', notes: 'cat:theirs\ndog:2' };

  it('is asked about, with both values, and everything else is merged', () => {
    const { conflicts, changes, merged } = merge(base, mine, theirs);
    expect(conflicts.map(({ field, canTakeBoth }) => [field, canTakeBoth])).toEqual([
      [{ label: 'Title', theirs: 'Theirs', yours: 'Mine' }, false],
      [{ label: 'Notes, row “cat”', theirs: 'cat:theirs', yours: 'cat:mine' }, true],
    ]);
    expect(changes).toEqual([{ label: 'Notes', theirs: 'cat:1\ndog:1', yours: 'cat:1\ndog:2' }]);
    expect(merged).toEqual({ ...mine, notes: 'cat:mine\ndog:2' });
  });

  it.each<[MergeChoice, string]>([
    ['mine', 'cat:mine\ndog:2'],
    ['theirs', 'cat:theirs\ndog:2'],
    ['both', 'cat:mine\ncat:theirs\ndog:2'],
  ])('becomes %s', (choice, expected) => {
    expect(merge(base, mine, theirs, choice).merged.notes).toBe(expected);
  });

  it('is asked about when one removed what the other changed', () => {
    const without = { ...base, notes: 'dog:1' };
    const { conflicts } = merge(base, without, { ...base, notes: 'cat:2\ndog:1' });
    expect(conflicts.map(({ field, canTakeBoth }) => [field.theirs, field.yours, canTakeBoth])).toEqual([
      ['cat:2', null, false],
    ]);
  });

  it('is asked about when both moved rows, and not when one did', () => {
    const ordered = (order: string) => ({
      ...empty,
      notes: [...order].map((word) => `${word}:1`).join('\n'),
    });
    const both = merge(ordered('abc'), ordered('cab'), ordered('bac'));
    expect(both.conflicts.map(({ field }) => field.label)).toEqual(['Order of Notes']);
    expect(merge(ordered('abc'), ordered('cab'), ordered('bac'), 'theirs').merged).toEqual(ordered('bac'));
    expect(merge(ordered('abc'), ordered('cab'), ordered('abcd'))).toMatchObject({
      conflicts: [],
      merged: ordered('cdab'),
    });
  });

  it('is everything that differs when it is not known what both started from', () => {
    const { conflicts, merged } = merge(undefined, mine, theirs, 'theirs');
    expect(conflicts.map(({ field }) => field.label)).toEqual([
      'Title',
      'Notes, row “cat”',
      'Notes, row “dog”',
    ]);
    expect(merged).toEqual(theirs);
  });
});

import {
  type Recording,
  type RecordingLanguage,
  recordingFinder,
  recordingKey,
  recordingLanguages,
} from '@khmer-learning/contracts';
import fc from 'fast-check';
import { addRecording, assignRecordings, type RecordableRow, removeRowRecordings } from './row-recordings.ts';

const row = (id: string, en: string, km = ''): RecordableRow => ({ id, texts: { en, km } });
const recordingOf = (text: string, language: RecordingLanguage = 'en'): Recording => ({
  language,
  text,
  file: `${language}-${text.trim().toLowerCase()}.mp3`,
});

/** `rice, water?` for a recording of rice in the first row and a stale one of water in the second. */
function describeRows(rows: readonly RecordableRow[], recordings: readonly Recording[], earlier = new Map()) {
  const { byRow, unassigned } = assignRecordings(rows, recordings, earlier);
  return {
    rows: rows.map(({ id }) => {
      const found = byRow.get(id)?.en;
      return found === undefined ? '' : `${found.recording.text}${found.isStale ? '?' : ''}`;
    }),
    unassigned: unassigned.map(({ text }) => text),
  };
}

describe('the recording of a row', () => {
  it('is that of its text, however it is spelled', () => {
    const rows = [row('1', ' RICE '), row('2', 'hot  water')];
    expect(describeRows(rows, [recordingOf('rice'), recordingOf('hot water')])).toEqual({
      rows: ['rice', 'hot water'],
      unassigned: [],
    });
  });

  it('stays with its row as a stale one when the row gets another word, also beside rows without one', () => {
    const rows = [row('1', 'rice'), row('2', 'fish'), row('3', 'salt')];
    const earlier = new Map([['2', new Set(['en-water.mp3'])]]);
    expect(describeRows(rows, [recordingOf('water')], earlier)).toEqual({
      rows: ['', 'water?', ''],
      unassigned: [],
    });
  });

  it('is found by its place among the others if it became stale in an earlier edit', () => {
    const rows = [row('1', 'rice'), row('2', 'fish'), row('3', 'salt'), row('4', 'tea')];
    expect(
      describeRows(
        rows,
        ['rice', 'water', 'pepper', 'tea'].map((text) => recordingOf(text)),
      ),
    ).toEqual({
      rows: ['rice', 'water?', 'pepper?', 'tea'],
      unassigned: [],
    });
  });

  it('is of no row if several could have had it', () => {
    const rows = [row('1', 'rice'), row('2', 'fish'), row('3', 'salt')];
    expect(describeRows(rows, [recordingOf('rice'), recordingOf('water')])).toEqual({
      rows: ['rice', '', ''],
      unassigned: ['water'],
    });
  });

  it('is never that of a row without a text', () => {
    expect(describeRows([row('1', '')], [recordingOf('water')])).toEqual({
      rows: [''],
      unassigned: ['water'],
    });
  });
});

const words = fc.constantFrom('rice', 'Rice ', 'water', 'fish', 'salt', '');
const rowLists = fc
  .array(fc.record({ en: words, km: fc.constantFrom('បាយ', 'ទឹក', 'ត្រី', '') }), { maxLength: 6 })
  .map((texts) => texts.map((each, index): RecordableRow => ({ id: String(index), texts: each })));
const recordingLists = fc.uniqueArray(
  fc
    .record({
      language: fc.constantFrom(...recordingLanguages),
      text: fc.constantFrom('rice', 'water', 'fish', 'tea', 'បាយ', 'ទឹក', 'នំ'),
      file: fc.integer({ min: 1, max: 1e9 }).map((id) => `clip${id}.mp3`),
    })
    .map((recording): Recording => recording),
  { selector: ({ file }) => file, maxLength: 10 },
);

const oneFile = (text: string): Recording => ({ language: 'en', text, file: 'clip1.mp3' });

/** What learners hear in each row. */
const heardIn = (rows: readonly RecordableRow[], recordings: readonly Recording[]) => {
  const find = recordingFinder(recordings);
  return rows.map(({ texts }) => recordingLanguages.map((language) => find(language, texts[language])));
};

test('the form shows what learners hear, and every other recording once', () => {
  fc.assert(
    fc.property(rowLists, recordingLists, (rows, recordings) => {
      const { byRow, unassigned } = assignRecordings(rows, recordings);
      const shown = rows.map(({ id }) =>
        recordingLanguages.map((language) => {
          const found = byRow.get(id)?.[language];
          return found === undefined || found.isStale ? null : `/uploads/${found.recording.file}`;
        }),
      );
      expect(shown).toEqual(heardIn(rows, recordings));
      const assigned = [...byRow.values()].flatMap((one) => Object.values(one));
      const stale = assigned.filter(({ isStale }) => isStale).map(({ recording }) => recording);
      const fresh = new Set(assigned.filter(({ isStale }) => !isStale).map(({ recording }) => recording));
      expect([...stale, ...unassigned, ...fresh].map(({ file }) => file).toSorted()).toEqual(
        recordings.map(({ file }) => file).toSorted(),
      );
    }),
  );
});

test('a recording that is added is heard, and nothing that other texts have is lost', () => {
  fc.assert(
    fc.property(rowLists, recordingLists, recordingLists, fc.nat(), (rows, recordings, [added], at) => {
      fc.pre(added !== undefined);
      const replaced = recordings[at % (recordings.length + 1)];
      const after = addRecording(recordings, rows, added, replaced);
      const keyOf = ({ language, text }: Recording) => recordingKey(language, text);
      expect(after.filter((one) => keyOf(one) === keyOf(added))).toEqual([added]);
      const find = recordingFinder(after);
      expect(find(added.language, added.text)).toBe(`/uploads/${added.file}`);
      const before = recordingFinder(recordings);
      for (const { texts } of rows) {
        for (const language of recordingLanguages) {
          const isAdded = recordingKey(language, texts[language]) === keyOf(added);
          if (!isAdded) expect(find(language, texts[language])).toBe(before(language, texts[language]));
        }
      }
      const gone = recordings.filter((one) => !after.includes(one));
      for (const one of gone) expect(keyOf(one) === keyOf(added) || one === replaced).toBe(true);
    }),
    // A file that another text has already: both keep it.
    { examples: [[[], [oneFile('rice')], [oneFile('water')], 1]] },
  );
});

test('recordings that are added in any order are stored in the order of the rows', () => {
  const order = fc.shuffledSubarray(['rice', 'water', 'fish', 'salt'], { minLength: 4 });
  const rows = ['rice', 'water', 'fish', 'salt'].map((text, index) => row(String(index), text));
  fc.assert(
    fc.property(order, (texts) => {
      const stored = texts.reduce<Recording[]>((all, text) => addRecording(all, rows, recordingOf(text)), []);
      expect(stored.map(({ text }) => text)).toEqual(['rice', 'water', 'fish', 'salt']);
    }),
  );
});

test('a row that is removed takes its own recordings with it, and none of another row', () => {
  fc.assert(
    fc.property(rowLists, recordingLists, fc.nat(), (rows, recordings, at) => {
      const removed = rows[at % Math.max(1, rows.length)];
      fc.pre(removed !== undefined);
      const assigned = assignRecordings(rows, recordings);
      const after = removeRowRecordings(recordings, removed.id, assigned);
      const others = rows.filter((other) => other !== removed);
      expect(heardIn(others, after)).toEqual(heardIn(others, recordings));
      const files = new Set(after.map(({ file }) => file));
      for (const { id } of others) {
        for (const { recording } of Object.values(assigned.byRow.get(id) ?? {}))
          expect(files.has(recording.file)).toBe(true);
      }
      expect(assigned.unassigned.every(({ file }) => files.has(file))).toBe(true);
      const own = Object.values(assigned.byRow.get(removed.id) ?? {});
      for (const { recording } of own) {
        const isShared = others.some(({ id }) =>
          Object.values(assigned.byRow.get(id) ?? {}).some((one) => one.recording === recording),
        );
        expect(files.has(recording.file)).toBe(isShared);
      }
    }),
  );
});

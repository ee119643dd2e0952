/** Words within which Chromium breaks lines, at `|`: its dictionary has only the parts. Longer ones first. */
const compounds = [
  'អ្នក|គ្រប់|គ្រង',
  'ស្វ័យ|ប្រវត្តិ',
  'ប្រតិបត្តិ|ការ',
  'ពាក្យ|សម្ងាត់',
  'សេចក្ដី|ព្រាង',
  'ត្រួត|ពិនិត្យ',
  'កាល|បរិច្ឆេទ',
  'ផ្លាស់|ប្ដូរ',
  'គ្រូ|បង្រៀន',
  'ត្រឹម|ត្រូវ',
  'អ្នក|ផ្ដល់',
  'ម៉ាស៊ីន|មេ',
  'វាក្យ|សព្ទ',
  'បង់|ប្រាក់',
  'គ្រប់|គ្រង',
  'អ្នក|ប្រើ',
  'រក្សា|ទុក',
  'សង|ប្រាក់',
  'ចេញ|ផ្សាយ',
  'ដំណើរ|ការ',
  'កាល|វិភាគ',
  'ខ្លឹម|សារ',
  'ទី|កន្លែង',
  'ស្ថាន|ភាព',
  'ចុង|ក្រោយ',
  'អ្នក|រៀន',
  'រូប|ក្រប',
  'ម្ដង|ទៀត',
  'តួ|អក្សរ',
  'ចំណង|ជើង',
  'ពេល|វេលា',
  'គិត|ថ្លៃ',
  'ឡើង|វិញ',
  'កែ|ប្រែ',
  'រូប|ភាព',
  'ជម្រើ|ស',
  'នាំ|ចូល',
  'នាំ|ចេញ',
  'រង់|ចាំ',
  'មេ|រៀន',
  'ជា|មុន',
];

const wordJoiner = '\u2060';
const joined = new Map(
  compounds.map((parts) => [parts.replaceAll('|', ''), parts.replaceAll('|', wordJoiner)]),
);
const pattern = new RegExp([...joined.keys()].join('|'), 'g');

/** A Khmer text of a catalogue with U+2060 in its compounds, so that no line breaks within them. */
export const joinCompounds = (text: string): string =>
  text.replace(pattern, (word) => joined.get(word) ?? word);

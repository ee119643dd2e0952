import type { en } from './en.ts';

/** Needs review by a native reader. */
export const km: Record<keyof typeof en, string> = {
  'accountMenu.dark': 'ងងឹត',
  'accountMenu.khmerNumerals': 'ខ្មែរ (១២៣)',
  'accountMenu.language': 'ភាសា',
  'accountMenu.latinNumerals': 'ឡាតាំង (123)',
  'accountMenu.light': 'ភ្លឺ',
  'accountMenu.logOut': 'ចាកចេញ',
  'accountMenu.numerals': 'លេខ',
  'accountMenu.system': 'តាមប្រព័ន្ធ',
  'accountMenu.theme': 'រូបរាង',
  'accountMenu.title': 'ម៉ឺនុយគណនី',
  'sessionEnded.continueAs': 'បន្តជា {name} ({email})',
  'sessionEnded.continueAsOther': 'បន្តជាអ្នកប្រើដែលបានចូល',
  'sessionEnded.description': 'សូមចូលម្ដងទៀត ដើម្បីបន្តពីកន្លែងដែលអ្នកបានឈប់។ គ្មានអ្វីនៅលើទំព័រនេះបាត់បង់ទេ។',
  'sessionEnded.otherUserDescription': 'ទំព័រនេះជារបស់ {name}។ សូមចូលម្ដងទៀត ដើម្បីបន្ត។ គ្មានអ្វីនៅលើទំព័រនេះបាត់បង់ទេ។',
  'sessionEnded.otherUserTitle': 'មានអ្នកផ្សេងបានចូល',
  'sessionEnded.title': 'ការចូលប្រើរបស់អ្នកបានផុតកំណត់',
  'sessionGate.failed': 'មិនអាចបើកកម្មវិធីគ្រប់គ្រងបានទេ',
  'signIn.email': 'អ៊ីមែល',
  'signIn.forgotPassword': 'ភ្លេចពាក្យសម្ងាត់?',
  'signIn.hint': 'សម្រាប់អ្នកគ្រប់គ្រង និងគ្រូបង្រៀន។',
  'signIn.password': 'ពាក្យសម្ងាត់',
  'signIn.submit': 'ចូល',
  'signIn.submitting': 'កំពុងចូល...',
  'signIn.title': 'ចូលប្រព័ន្ធគ្រប់គ្រង',
};

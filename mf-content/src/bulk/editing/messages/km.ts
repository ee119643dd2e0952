import type { en } from './en.ts';

/** Needs review by a native reader. */
export const km: Record<keyof typeof en, string> = {
  'editLessons.apply': 'អនុវត្ត ({count})',
  'editLessons.applied':
    '{change, select, published {បានផ្សាយ} unpublished {បានឈប់ផ្សាយ} deleted {បានលុប} other {បានកែ}}មេរៀនចំនួន {count}',
  'editLessons.applying': 'កំពុងអនុវត្ត...',
  'editLessons.cancel': 'បោះបង់',
  'editLessons.description': 'ការកែប្រែទាំងអស់ត្រូវរក្សាទុកព្រមគ្នា ឬមិនរក្សាទុកទាំងអស់។',
  'editLessons.failed': 'មិនបានកែអ្វីទេ',
  'editLessons.filled': 'បានបំពេញក្រឡាចំនួន {count}',
  'editLessons.leftOut':
    'មេរៀនដែលបានជ្រើសរើសចំនួន {count} មិនបានបង្ហាញ៖ វាមានការកែប្រែដែលមិនទាន់ផ្សាយ អ្នកមិនអាចកែវាបាន ឬមានច្រើនជាង {max}។',
  'editLessons.nothing': 'គ្មានមេរៀនដែលបានជ្រើសរើសណាមួយអាចកែនៅទីនេះបានទេ',
  'editLessons.number': 'មេរៀនទី {number}',
  'editLessons.problems': 'ក្រឡាចំនួន {count} ត្រូវកែតម្រូវ',
  'editLessons.progress': 'កំពុងកែមេរៀន',
  'editLessons.progressOf': '{done} ក្នុងចំណោម {total}',
  'editLessons.published': 'មេរៀនដែលបានកែចំនួន {count} ត្រូវបានផ្សាយ៖ អ្នករៀននឹងឃើញការកែប្រែភ្លាមៗ។',
  'editLessons.recent': 'ការកែចុងក្រោយរបស់អ្នក',
  'editLessons.reload': 'ផ្ទុកម្ដងទៀត',
  'editLessons.reloadOf': 'ផ្ទុកម្ដងទៀត៖ មេរៀនទី {number}',
  'editLessons.setAll': '{field}របស់ទាំងអស់…',
  'editLessons.status': 'ស្ថានភាព',
  'editLessons.subject': 'ប្រភេទមេរៀន និងមេរៀនចម្បង',
  'editLessons.title': 'កែមេរៀនចំនួន {count}',
  'editLessons.tryAgain': 'សូមពិនិត្យការតភ្ជាប់បណ្ដាញ ហើយព្យាយាមម្ដងទៀត។',
  'editLessons.undo': 'មិនធ្វើវិញ',
  'editLessons.undoOf': 'មិនធ្វើវិញ៖ {titles}',
  'editLessons.unknown': '«{text}» មិនមានក្នុងជម្រើសទេ',
};

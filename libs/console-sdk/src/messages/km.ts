import type { en } from './en.ts';

/** Revised by a linguist; needs review by a native reader. */
export const km: Record<keyof typeof en, string> = {
  'apiMutation.undo': 'មិនធ្វើវិញ',
  'unsavedChanges.description': 'ការកែប្រែរបស់អ្នកមិនទាន់ត្រូវបានរក្សាទុកទេ។',
  'unsavedChanges.kept':
    'ការកែប្រែរបស់អ្នកមិនទាន់ត្រូវបានរក្សាទុកទេ។ កម្មវិធីរុករកនេះរក្សាវាទុកឱ្យ ហើយនឹងបង្ហាញវានៅពេលអ្នកត្រឡប់មកវិញ។',
  'unsavedChanges.leave': 'ចាកចេញ',
  'unsavedChanges.stay': 'នៅបន្ត',
  'unsavedChanges.title': 'ចាកចេញដោយមិនរក្សាទុកឬ?',
  'viewError.message': 'មានបញ្ហាកើតឡើងក្នុងទំព័រនេះ។ ផ្នែកផ្សេងទៀតនៃប្រព័ន្ធគ្រប់គ្រងមិនរងផលប៉ះពាល់ទេ។',
  'viewError.title': '{view} ឈប់ដំណើរការ',
};

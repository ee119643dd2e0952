import type { en } from './en.ts';

/** Needs review by a native reader. */
export const km: Record<keyof typeof en, string> = {
  'grid.changed': 'បានកែប្រែ',
  'grid.fillDown': 'បំពេញចុះក្រោម',
  'grid.filled': 'បានបំពេញក្រឡាចំនួន {count}',
  'grid.hint':
    'វាយក្នុងក្រឡា ឬចុច F2។ បិទភ្ជាប់ជួរដេក និងជួរឈរពីសៀវភៅបញ្ជីដោយ Ctrl+V។ Shift និងគ្រាប់ចុចព្រួញជ្រើសរើសក្រឡាច្រើន ហើយ Ctrl+D បំពេញវាពីជួរដំបូង។',
  'grid.pasted': 'បានបិទភ្ជាប់ក្រឡាចំនួន {count}',
  'grid.redo': 'ធ្វើវិញ',
  'grid.undo': 'មិនធ្វើវិញ',
};

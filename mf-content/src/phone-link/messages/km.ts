import type { en } from './en.ts';

/** Needs review by a native reader. */
export const km: Record<keyof typeof en, string> = {
  'phoneLink.copied': 'បានចម្លងតំណ',
  'phoneLink.copy': 'ចម្លងតំណ',
  'phoneLink.copyFailed': 'មិនអាចចម្លងតំណបានទេ។ សូមជ្រើសរើសវា ហើយចម្លង។',
  'phoneLink.create': 'បង្កើតតំណ',
  'phoneLink.created': 'បានបង្កើតតំណ',
  'phoneLink.createFailed': 'មិនអាចបង្កើតតំណបានទេ',
  'phoneLink.description':
    'អ្នកណាមានតំណនេះអាចមើលមេរៀនដូចដែលបានរក្សាទុកចុងក្រោយ ដោយមិនចាំបាច់ចូលគណនី ក្នុងរយៈពេល 24 ម៉ោង។ អ្វីដែលអ្នកមិនទាន់រក្សាទុកមិនត្រូវបានបង្ហាញទេ។',
  'phoneLink.label': 'តំណ',
  'phoneLink.links': 'តំណដែលកំពុងដំណើរការ',
  'phoneLink.loading': 'កំពុងផ្ទុកតំណ',
  'phoneLink.none': 'គ្មានតំណទៅមេរៀននេះដែលកំពុងដំណើរការទេ',
  'phoneLink.notLoaded': 'មិនអាចផ្ទុកប្រអប់នេះបានទេ។ សូមពិនិត្យការតភ្ជាប់ ហើយព្យាយាមម្ដងទៀត។',
  'phoneLink.of': '{name} រហូតដល់ <time></time>',
  'phoneLink.open': 'បើកលើទូរស័ព្ទរបស់ខ្ញុំ',
  'phoneLink.qrCode': 'កូដ QR នៃតំណ',
  'phoneLink.revoke': 'ដកហូត',
  'phoneLink.revokeFailed': 'មិនអាចដកហូតតំណបានទេ',
  'phoneLink.revokeOf': 'ដកហូតតំណរបស់ {name}',
  'phoneLink.scan': 'ស្កេនកូដដោយកាមេរ៉ាទូរស័ព្ទរបស់អ្នក។ តំណនេះបង្ហាញតែពេលនេះប៉ុណ្ណោះ។',
};

/**
 * The Khmer texts of messages that servers and schemas have in English, by the English text; arguments in braces.
 * Needs review by a native reader.
 */
export const km: Readonly<Record<string, string>> = {
  Success: 'ជោគជ័យ',
  Error: 'កំហុស',
  'Logged in successfully': 'បានចូលដោយជោគជ័យ',
  'Failed to log in': 'មិនអាចចូលបានទេ',
  'Logged out successfully': 'បានចេញដោយជោគជ័យ',
  'Failed to log out': 'មិនអាចចេញបានទេ',
  'Password updated successfully': 'បានកែពាក្យសម្ងាត់ដោយជោគជ័យ',
  'Password update successfully': 'បានកែពាក្យសម្ងាត់ដោយជោគជ័យ',
  'Failed to reset password': 'មិនអាចកំណត់ពាក្យសម្ងាត់ឡើងវិញបានទេ',
  'Failed to change password': 'មិនអាចប្ដូរពាក្យសម្ងាត់បានទេ',
  'Invalid email address': 'អាសយដ្ឋានអ៊ីមែលមិនត្រឹមត្រូវ',
  'Invalid email or password': 'អ៊ីមែល ឬពាក្យសម្ងាត់មិនត្រឹមត្រូវ',
  'Account is disabled': 'គណនីត្រូវបានបិទ',
  'This account cannot use the console': 'គណនីនេះមិនអាចប្រើប្រព័ន្ធគ្រប់គ្រងបានទេ',
  'Password is required': 'ត្រូវការពាក្យសម្ងាត់',
  'Passwords do not match': 'ពាក្យសម្ងាត់មិនដូចគ្នា',
  'Current password is incorrect': 'ពាក្យសម្ងាត់បច្ចុប្បន្នមិនត្រឹមត្រូវ',
  'Sign in to continue': 'សូមចូលដើម្បីបន្ត',
  'You do not have access to this': 'អ្នកមិនមានសិទ្ធិលើផ្នែកនេះទេ',
  'The server cannot be reached. Check your connection and try again.':
    'មិនអាចភ្ជាប់ទៅម៉ាស៊ីនមេបានទេ។ សូមពិនិត្យការតភ្ជាប់ ហើយព្យាយាមម្ដងទៀត។',
  'Lesson created successfully': 'បានបង្កើតមេរៀនដោយជោគជ័យ',
  'Lesson updated successfully': 'បានកែមេរៀនដោយជោគជ័យ',
  'Lesson deleted successfully': 'បានលុបមេរៀនដោយជោគជ័យ',
  'Failed to create lesson': 'មិនអាចបង្កើតមេរៀនបានទេ',
  'Failed to update lesson': 'មិនអាចកែមេរៀនបានទេ',
  'Failed to delete lesson': 'មិនអាចលុបមេរៀនបានទេ',
  'Price is required': 'ត្រូវការតម្លៃ',
  'Options must be different': 'ជម្រើសត្រូវតែខុសៗគ្នា',
  'Correct answer is required': 'ត្រូវការចម្លើយត្រឹមត្រូវ',
  'Must be at most {max} characters': 'ត្រូវមានយ៉ាងច្រើន {max} តួអក្សរ',
};

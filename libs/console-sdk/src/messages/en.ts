export const en = {
  'apiMutation.undo': 'Undo',
  'unsavedChanges.description': 'Your changes have not been saved.',
  'unsavedChanges.leave': 'Leave',
  'unsavedChanges.stay': 'Stay',
  'unsavedChanges.title': 'Leave without saving?',
  'viewError.message': 'Something went wrong in this view. The rest of the console is not affected.',
  'viewError.title': '{view} stopped working',
} as const;

export const en = {
  'apiMutation.undo': 'Undo',
  'unsavedChanges.description': 'Your changes have not been saved.',
  'unsavedChanges.kept':
    'Your changes have not been saved. This browser keeps them and offers them when you come back.',
  'unsavedChanges.leave': 'Leave',
  'unsavedChanges.stay': 'Stay',
  'unsavedChanges.title': 'Leave without saving?',
  'viewError.message': 'Something went wrong in this view. The rest of the console is not affected.',
  'viewError.title': '{view} stopped working',
} as const;

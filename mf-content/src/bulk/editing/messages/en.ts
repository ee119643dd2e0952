/** The English texts of the dialog that edits many lessons, which are loaded with it. */
export const en = {
  'editLessons.apply': 'Apply ({count})',
  'editLessons.applied':
    '{count, plural, one {1 lesson was} other {{count} lessons were}} {change, select, published {published} unpublished {unpublished} deleted {deleted} other {edited}}',
  'editLessons.applying': 'Applying...',
  'editLessons.cancel': 'Cancel',
  'editLessons.description': 'All changes are saved together, or none.',
  'editLessons.failed': 'Nothing was changed',
  'editLessons.filled': '{count, plural, one {1 cell filled} other {{count} cells filled}}',
  'editLessons.leftOut':
    '{count, plural, one {1 selected lesson is} other {{count} selected lessons are}} left out: they have changes that are not published, you may not change them, or there are more than {max}.',
  'editLessons.nothing': 'None of the selected lessons can be edited here',
  'editLessons.number': 'Lesson {number}',
  'editLessons.problems':
    '{count, plural, one {1 cell has to be corrected} other {{count} cells have to be corrected}}',
  'editLessons.progress': 'Editing lessons',
  'editLessons.progressOf': '{done} of {total}',
  'editLessons.published':
    '{count, plural, one {1 of the changed lessons is published: learners see the changes} other {{count} of the changed lessons are published: learners see the changes}} at once.',
  'editLessons.recent': 'Your last edits',
  'editLessons.reload': 'Load again',
  'editLessons.reloadOf': 'Load again: lesson {number}',
  'editLessons.setAll': '{field} of all…',
  'editLessons.status': 'Status',
  'editLessons.subject': 'Lesson types and main lessons',
  'editLessons.title': '{count, plural, one {Edit 1 lesson} other {Edit {count} lessons}}',
  'editLessons.tryAgain': 'Check the network connection and try again.',
  'editLessons.undo': 'Undo',
  'editLessons.undoOf': 'Undo: {titles}',
  'editLessons.unknown': '“{text}” is none of the choices',
} as const;

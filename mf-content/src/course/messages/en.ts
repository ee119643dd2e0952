/** The English texts of the page of a main lesson, which are loaded with it. */
export const en = {
  'coursePage.addFailed': 'Failed to create lesson',
  'coursePage.addFromCourse': 'Add from another course',
  'coursePage.addHint':
    'Enter creates a draft with the type and level of the last lesson, and goes on with the next.',
  'coursePage.adding': 'Adding “{title}”...',
  'coursePage.addLesson': 'Add lesson',
  'coursePage.andMore': 'and {count} more',
  'coursePage.back': 'Back to main lessons',
  'coursePage.checks': 'Before you sell it',
  'coursePage.discard': 'Discard',
  'coursePage.draftsInPublished':
    '{count, plural, one {1 lesson is a draft, which learners do not see:} other {{count} lessons are drafts, which learners do not see:}}',
  'coursePage.edit': 'Edit details',
  'coursePage.editTitle': 'Edit the title (Enter or F2)',
  'coursePage.empty': 'No lessons yet. Type the title of the first one.',
  'coursePage.generateQuiz': 'Generate quiz',
  'coursePage.loading': 'Loading main lesson',
  'coursePage.newLesson': 'New Lesson',
  'coursePage.noLessonType': 'There is no lesson type yet. Create one first.',
  'coursePage.noQuiz': 'No quiz',
  'coursePage.notAdded': 'This lesson was not created',
  'coursePage.notSeen': 'Learners do not see it: the main lesson is a draft.',
  'coursePage.publish': 'Publish course',
  'coursePage.quizzes':
    '{active, plural, =0 {} other {{active} active}} {drafts, plural, =0 {} one {1 draft} other {{drafts} drafts}}',
  'coursePage.quizzesOf':
    'Quizzes of {title}: {active} active, {drafts, plural, one {1 draft} other {{drafts} drafts}}',
  'coursePage.seen':
    '{count, plural, =0 {It has no lessons yet.} other {Learners see {seen} of {count, plural, one {1 lesson} other {{count} lessons}}.}}',
  'coursePage.showConflicts': 'Show spellings',
  'coursePage.titleConflict':
    'Somebody else has changed this lesson. Press Enter to save your title, or Esc to discard it.',
  'coursePage.titleInForm': 'Its title is edited in the form',
  'coursePage.titleIsPublic': 'Learners see the new title at once.',
  'coursePage.titleOf': 'Title of {title}',
  'coursePage.tryAgain': 'Try again',
  'coursePage.withConflicts':
    '{count, plural, one {1 lesson has words that are spelled in several ways:} other {{count} lessons have words that are spelled in several ways:}}',
  'coursePage.withoutRecordings':
    '{count, plural, one {1 lesson has words without recordings:} other {{count} lessons have words without recordings:}}',
  'coursePage.withoutWords':
    '{count, plural, one {1 lesson has no words:} other {{count} lessons have no words:}}',
  'coursePage.words':
    '{words, plural, =0 {No words} one {1 word, {recorded} of 1 recorded} other {{words} words, {recorded} of {words} recorded}}',
  'lessonPicker.copied': 'A copy of “{lesson}” is a draft in “{title}”',
  'lessonPicker.copy': 'Copy here',
  'lessonPicker.copyFailed': 'Failed to copy lesson. If its copy was made already, it is beside the lesson.',
  'lessonPicker.copyOf': 'Copy here: {title}',
  'lessonPicker.description':
    'To the end of “{title}”. Who has bought the other course does not see a lesson there that you move.',
  'lessonPicker.more': 'The newest {count}. Search to find others.',
  'lessonPicker.move': 'Move here',
  'lessonPicker.moved': '“{lesson}” is now in “{title}”',
  'lessonPicker.moveFailed': 'Failed to move lesson',
  'lessonPicker.moveOf': 'Move here: {title}',
} as const;

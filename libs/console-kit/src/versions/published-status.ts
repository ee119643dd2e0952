import { message } from '../messages/messages.ts';

/** `Published` or `Draft`. */
export const labelOfStatus = (status: string) =>
  message(isPublished({ status }) ? 'workingCopyBar.published' : 'publishingQuestions.draft');

/** Whether learners see an item. */
export const isPublished = ({ status }: { readonly status: string }) => status !== 'draft';

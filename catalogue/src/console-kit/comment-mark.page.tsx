import { CommentMark } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';
import { OpenedWord } from './item-form.page.tsx';
import { word } from './word-kind.ts';

export const commentMarkPage = defineComponentPage({
  components: { CommentMark },
  purpose:
    'The button with which a place of an item is commented on: here at the title. It opens the comments.',
  examples: {
    default: () => <OpenedWord stored={{ ...word, status: 'draft' }} />,
  },
  keyboard: {
    'Enter, Space': 'Opens the comments on the place.',
    '@': 'Offers people to mention; ↓ and ↑ choose, Enter and Tab take one.',
    'Ctrl Enter': 'Sends the comment.',
    Esc: 'Closes the people, then the comments. A text that was not sent stays.',
  },
  dos: [
    'Put `data-comment-place` on the element that shows the button when the pointer or the focus is in it.',
  ],
  donts: ['Do not name a row by its number: give its stored line, by which the comment finds it again.'],
});

import { Button, Inline, toast } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, longText } from '../sample-texts.ts';

export const toastPage = defineComponentPage({
  components: { toast },
  purpose: 'Confirms an action. A new toast replaces the current one.',
  examples: {
    default: () => (
      <Inline>
        <Button onClick={() => toast.success('Lesson created successfully')}>Success</Button>
        <Button onClick={() => toast.show({ tone: 'info', title: 'API Key Generated' })}>Info</Button>
      </Inline>
    ),
    error: () => <Button onClick={() => toast.error('The server did not answer')}>Error</Button>,
    'with an action': () => (
      <Button
        onClick={() =>
          toast.show({
            tone: 'success',
            title: 'Section removed',
            action: { label: 'Undo', onSelect: () => toast.success('Section restored') },
          })
        }
      >
        With Undo
      </Button>
    ),
    'long text': () => <Button onClick={() => toast.error(longText)}>Long text</Button>,
    'Khmer text': () => <Button onClick={() => toast.success(khmerSentence)}>Khmer text</Button>,
  },
  keyboard: { F8: 'Focuses the toast.', Esc: 'Dismisses the focused toast.' },
  dos: ['Offer Undo where the action can be undone.'],
  donts: ['Do not show an error that must be corrected: use FormField or Callout.'],
});

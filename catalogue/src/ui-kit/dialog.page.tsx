import { Button, Dialog, FormField, Text, TextInput } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText } from '../sample-texts.ts';

function Form(props: Partial<ComponentProps<typeof Dialog>>) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        title="New user"
        description="They get an e-mail with a link."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Create
            </Button>
          </>
        }
        {...props}
        open={isOpen}
        onOpenChange={setOpen}
      >
        {props.children ?? (
          <FormField label="E-mail">
            <TextInput type="email" />
          </FormField>
        )}
      </Dialog>
    </>
  );
}

export const dialogPage = defineComponentPage({
  components: { Dialog },
  purpose: 'A form or details above the page.',
  examples: {
    default: () => <Form />,
    small: () => <Form size="small" />,
    large: () => <Form size="large" />,
    'full screen': () => <Form size="full" headerEnd={<Text size="small">Auto-saved 10:42</Text>} />,
    'long text': () => (
      <Form title={longText} description={longText}>
        <Text>{`${longText}. `.repeat(60)}</Text>
      </Form>
    ),
    'Khmer text': () => (
      <Form title={khmerText} description={khmerText}>
        <Text>{khmerSentence}</Text>
      </Form>
    ),
  },
  keyboard: {
    Tab: 'Stays in the dialog. The first field has the first focus.',
    Esc: 'Closes the topmost dialog. Focus returns to the button that opened it.',
  },
  dos: ['Use full for forms with many fields.', 'Keep open true to stay open, for example while saving.'],
  donts: ['Do not open a second dialog except for a question.'],
});

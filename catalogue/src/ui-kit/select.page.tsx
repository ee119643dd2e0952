import { FormField, Select } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

function Level({ error, ...props }: Partial<ComponentProps<typeof Select>> & { error?: string }) {
  const [value, setValue] = useState(props.value ?? 'beginner');
  return (
    <FormField label="Level" error={error}>
      <Select
        options={[
          { value: 'beginner', label: 'Beginner' },
          { value: 'intermediate', label: 'Intermediate' },
          { value: 'advanced', label: 'Advanced', disabled: true },
        ]}
        {...props}
        value={value}
        onValueChange={setValue}
      />
    </FormField>
  );
}

export const selectPage = defineComponentPage({
  components: { Select },
  purpose: 'Selects one of a few options.',
  examples: {
    default: () => <Level />,
    empty: () => <Level value="" placeholder="Choose a level" />,
    error: () => <Level value="" error="Choose a level" />,
    disabled: () => <Level disabled />,
    'long text': () => <Level options={[{ value: 'beginner', label: longText }]} />,
    'Khmer text': () => <Level options={[{ value: 'beginner', label: khmerText }]} />,
  },
  keyboard: {
    'Enter, Space, Arrow Down': 'Opens the list.',
    'Arrow keys': 'Go through the options.',
    Letters: 'Go to the option that starts with them.',
    Enter: 'Selects the highlighted option.',
    Esc: 'Closes the list and keeps the selection.',
  },
  dos: ['Use a value such as all for no filter.'],
  donts: ['Do not use it for long lists: use Combobox.'],
});

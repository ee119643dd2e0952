import { FormField, SegmentedToggle } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';

function Price(props: Partial<ComponentProps<typeof SegmentedToggle<string>>>) {
  const [value, setValue] = useState('free');
  return (
    <FormField label="Price" group>
      <SegmentedToggle
        options={[
          { value: 'free', label: 'Free' },
          { value: 'paid', label: 'Paid' },
        ]}
        {...props}
        value={value}
        onValueChange={setValue}
      />
    </FormField>
  );
}

export const segmentedTogglePage = defineComponentPage({
  components: { SegmentedToggle },
  purpose: 'Two or three short options side by side.',
  examples: {
    default: () => <Price />,
    disabled: () => <Price disabled />,
    'long text': () => (
      <Price
        options={[
          { value: 'free', label: 'Free for all learners' },
          { value: 'paid', label: 'Paid once, for ever' },
        ]}
      />
    ),
    'Khmer text': () => (
      <Price
        options={[
          { value: 'free', label: 'ឥតគិតថ្លៃ' },
          { value: 'paid', label: 'បង់ប្រាក់' },
        ]}
      />
    ),
  },
  keyboard: { Tab: 'Focuses the selected option.', 'Arrow keys': 'Select the next or previous option.' },
  dos: ['Use one word per option.'],
  donts: ['Do not use it for more than three options.', 'Do not use it to switch pages: use Tabs.'],
});

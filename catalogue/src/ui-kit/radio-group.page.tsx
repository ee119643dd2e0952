import { Button, FormField, RadioGroup } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

function Order({ error, ...props }: Partial<ComponentProps<typeof RadioGroup<string>>> & { error?: string }) {
  const [value, setValue] = useState(props.value ?? 'fixed');
  return (
    <FormField label="Order of the questions" group error={error}>
      <RadioGroup
        options={[
          { value: 'fixed', label: 'As written', hint: 'Every learner gets the same order.' },
          { value: 'random', label: 'Shuffled' },
          { value: 'level', label: 'By level', disabled: true },
        ]}
        {...props}
        value={value}
        onValueChange={setValue}
      />
    </FormField>
  );
}

export const radioGroupPage = defineComponentPage({
  components: { RadioGroup },
  purpose: 'Selects one of a few options, all visible.',
  examples: {
    default: () => <Order />,
    error: () => <Order value="" error="Choose an order" />,
    disabled: () => <Order disabled />,
    'a button beside an option': () => (
      <Order
        options={[
          { value: 'fixed', label: 'As written', aside: <Button size="small">Show</Button> },
          { value: 'random', label: 'Shuffled' },
        ]}
      />
    ),
    'long text': () => <Order options={[{ value: 'fixed', label: longText, hint: longText }]} />,
    'Khmer text': () => <Order options={[{ value: 'fixed', label: <span lang="km">{khmerText}</span> }]} />,
  },
  keyboard: { Tab: 'Focuses the selected option.', 'Arrow keys': 'Select the next or previous option.' },
  dos: ['Explain consequences in the hint.'],
  donts: ['Do not use it for more than five options: use Select.'],
});

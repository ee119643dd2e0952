import { Inline, Radio, Stack, TextInput } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText } from '../sample-texts.ts';

function Answers({ texts, disabled = false }: { texts: readonly string[]; disabled?: boolean }) {
  const name = useId();
  return (
    <Stack gap={2} role="radiogroup" aria-label="Correct answer">
      {texts.map((text, index) => (
        <Inline key={text} wrap={false}>
          <Radio
            name={name}
            defaultChecked={index === 0}
            disabled={disabled}
            aria-label={`Answer ${index + 1} is correct`}
          />
          <TextInput defaultValue={text} disabled={disabled} aria-label={`Answer ${index + 1}`} />
        </Inline>
      ))}
    </Stack>
  );
}

export const radioPage = defineComponentPage({
  components: { Radio },
  purpose: 'One of several options that are more than a text.',
  examples: {
    default: () => <Answers texts={['Hello', 'Goodbye']} />,
    disabled: () => <Answers texts={['Hello', 'Goodbye']} disabled />,
    'Khmer text': () => <Answers texts={['សួស្តី', khmerText]} />,
  },
  keyboard: {
    'Arrow keys': 'Select the next or previous radio of the group.',
    Space: 'Selects the focused radio.',
  },
  dos: ['Give each radio an aria-label and the same name.'],
  donts: ['Do not use it for plain options: use RadioGroup.'],
});

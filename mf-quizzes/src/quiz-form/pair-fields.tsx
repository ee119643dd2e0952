import { useOfferUndo } from '@khmer-learning/console-kit';
import { type QuestionPair, quizLimits } from '@khmer-learning/contracts';
import {
  Button,
  CloseIcon,
  color,
  fontSize,
  IconButton,
  PlusIcon,
  Stack,
  space,
  TextInput,
  translateServerMessage,
  useFieldLabelId,
} from '@khmer-learning/ui-kit';
import { type Ref, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { useMessages } from '../messages/messages.ts';

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) 1.875rem;
  align-items: center;
  gap: ${space(1)} ${space(2.5)};
`;
const PairError = styled.p`grid-column: 1 / -1; color: ${color('dangerText')}; font-size: ${fontSize.small};`;

const sides = ['left', 'right'] as const;
const sideLabels = { left: 'pairFields.left', right: 'pairFields.right' } as const;
const sideOfPairLabels = { left: 'pairFields.leftOf', right: 'pairFields.rightOf' } as const;

interface PairFieldsProps {
  pairs: readonly QuestionPair[];
  /** Error message of each pair. */
  errors: readonly (string | undefined)[];
  onChange: (pairs: readonly QuestionPair[]) => void;
  onBlur: () => void;
  /** Ref to the first text input. */
  inputRef: Ref<HTMLInputElement>;
}

/** The pairs of a matching question. */
export function PairFields({ pairs, errors, onChange, onBlur, inputRef }: PairFieldsProps) {
  const t = useMessages();
  const id = useId();
  const labelId = useFieldLabelId();
  const root = useRef<HTMLDivElement>(null);
  const offerUndo = useOfferUndo();

  const add = () => {
    // Render the new inputs synchronously so that the first one can be focused.
    flushSync(() => onChange([...pairs, { left: '', right: '' }]));
    [...(root.current?.querySelectorAll('input') ?? [])].at(-2)?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => onChange(pairs.filter((_, other) => other !== index)));
    offerUndo(t('pairFields.removed', { number: index + 1 }));
    const inputs = [...(root.current?.querySelectorAll('input') ?? [])];
    (inputs[2 * index] ?? inputs.at(-2))?.focus();
  };

  return (
    <Stack gap={3} ref={root} role="group" aria-labelledby={labelId}>
      {pairs.map((pair, index) => {
        const key = `${id}-${index}`;
        const error = errors[index];
        return (
          <Row key={key}>
            {sides.map((side) => (
              <TextInput
                key={side}
                ref={index === 0 && side === 'left' ? inputRef : undefined}
                aria-label={t(sideOfPairLabels[side], { number: index + 1 })}
                aria-invalid={error !== undefined}
                aria-describedby={error === undefined ? undefined : `${key}-error`}
                placeholder={t(sideLabels[side])}
                lang={detectLang(pair[side])}
                value={pair[side]}
                onChange={({ target }) =>
                  onChange(
                    pairs.map((one, other) => (other === index ? { ...one, [side]: target.value } : one)),
                  )
                }
                onBlur={onBlur}
              />
            ))}
            {pairs.length > quizLimits.pairsMin ? (
              <IconButton
                size="small"
                dangerous
                label={t('pairFields.remove', { number: index + 1 })}
                tooltip={t('pairFields.removeTooltip')}
                icon={<CloseIcon aria-hidden="true" />}
                onClick={() => remove(index)}
              />
            ) : null}
            {error === undefined ? null : (
              <PairError id={`${key}-error`}>{translateServerMessage(error)}</PairError>
            )}
          </Row>
        );
      })}
      {pairs.length < quizLimits.pairsMax ? (
        <div>
          <Button size="small" icon={<PlusIcon aria-hidden="true" />} onClick={add}>
            {t('pairFields.add')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

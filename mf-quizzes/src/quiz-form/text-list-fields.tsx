import { useOfferUndo } from '@khmer-learning/console-kit';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  Button,
  CloseIcon,
  color,
  fontSize,
  IconButton,
  Inline,
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
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(1)} ${space(2.5)};
`;
const TextError = styled.p`grid-column: 1 / -1; color: ${color('dangerText')}; font-size: ${fontSize.small};`;

interface TextListFieldsProps {
  texts: readonly string[];
  /** What the texts are. Parts have an order, so they can be moved. */
  list: 'answer' | 'wrongOption' | 'part';
  min: number;
  max: number;
  /** Error message of each text. */
  errors: readonly (string | undefined)[];
  onChange: (texts: readonly string[]) => void;
  onBlur: () => void;
  /** Ref to the first text input. */
  inputRef?: Ref<HTMLInputElement>;
}

/** A list of texts of a question, such as its parts in their order. */
export function TextListFields({
  texts,
  list,
  min,
  max,
  errors,
  onChange,
  onBlur,
  inputRef,
}: TextListFieldsProps) {
  const t = useMessages();
  const id = useId();
  const labelId = useFieldLabelId();
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const offerUndo = useOfferUndo();

  const add = () => {
    // Render the new input synchronously so that it can be focused.
    flushSync(() => onChange([...texts, '']));
    [...(root.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => onChange(texts.filter((_, other) => other !== index)));
    offerUndo(t('textListFields.removed', { list, number: index + 1 }));
    const inputs = [...(root.current?.querySelectorAll('input') ?? [])];
    (inputs[index] ?? inputs.at(-1) ?? addButton.current)?.focus();
  };
  const move = (index: number, to: number) => {
    const moved = texts.filter((_, other) => other !== index);
    moved.splice(to, 0, texts[index] ?? '');
    flushSync(() => onChange(moved));
    root.current?.querySelectorAll('input')[to]?.focus();
  };

  return (
    <Stack gap={3} ref={root} role="group" aria-labelledby={labelId}>
      {texts.map((text, index) => {
        const key = `${id}-${index}`;
        const error = errors[index];
        const number = index + 1;
        return (
          <Row key={key}>
            <TextInput
              ref={index === 0 ? inputRef : undefined}
              aria-label={t('textListFields.item', { list, number })}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : `${key}-error`}
              placeholder={t('textListFields.item', { list, number })}
              lang={detectLang(text)}
              value={text}
              onChange={({ target }) =>
                onChange(texts.map((other, place) => (place === index ? target.value : other)))
              }
              onBlur={onBlur}
            />
            <Inline gap={1} wrap={false}>
              {list === 'part' ? (
                <>
                  <IconButton
                    size="small"
                    label={t('textListFields.movePartUp', { number })}
                    tooltip={t('textListFields.movePartUpTooltip')}
                    icon={<ArrowUpIcon aria-hidden="true" />}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    size="small"
                    label={t('textListFields.movePartDown', { number })}
                    tooltip={t('textListFields.movePartDownTooltip')}
                    icon={<ArrowDownIcon aria-hidden="true" />}
                    disabled={index === texts.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                </>
              ) : null}
              {texts.length > min ? (
                <IconButton
                  size="small"
                  dangerous
                  label={t('textListFields.remove', { list, number })}
                  tooltip={t('textListFields.removeTooltip', { list })}
                  icon={<CloseIcon aria-hidden="true" />}
                  onClick={() => remove(index)}
                />
              ) : null}
            </Inline>
            {error === undefined ? null : (
              <TextError id={`${key}-error`}>{translateServerMessage(error)}</TextError>
            )}
          </Row>
        );
      })}
      {texts.length < max ? (
        <div>
          <Button size="small" ref={addButton} icon={<PlusIcon aria-hidden="true" />} onClick={add}>
            {t('textListFields.add', { list })}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

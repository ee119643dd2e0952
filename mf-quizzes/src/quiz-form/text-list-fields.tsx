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
  useFieldLabelId,
} from '@khmer-learning/ui-kit';
import { type Ref, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import styled from 'styled-components';
import { detectLang } from '../khmer/mixed-language-text.tsx';

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(1)} ${space(2.5)};
`;
const TextError = styled.p`grid-column: 1 / -1; color: ${color('dangerText')}; font-size: ${fontSize.small};`;

interface TextListFieldsProps {
  texts: readonly string[];
  /** What one text is called: `Part`. */
  name: string;
  min: number;
  max: number;
  /** The order of the texts matters, so they can be moved. */
  ordered?: boolean;
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
  name,
  min,
  max,
  ordered = false,
  errors,
  onChange,
  onBlur,
  inputRef,
}: TextListFieldsProps) {
  const id = useId();
  const labelId = useFieldLabelId();
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const offerUndo = useOfferUndo();
  const itemName = name.toLowerCase();

  const add = () => {
    // Render the new input synchronously so that it can be focused.
    flushSync(() => onChange([...texts, '']));
    [...(root.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => onChange(texts.filter((_, other) => other !== index)));
    offerUndo(`${name} ${index + 1} removed`);
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
              aria-label={`${name} ${number}`}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : `${key}-error`}
              placeholder={`${name} ${number}`}
              lang={detectLang(text)}
              value={text}
              onChange={({ target }) =>
                onChange(texts.map((other, place) => (place === index ? target.value : other)))
              }
              onBlur={onBlur}
            />
            <Inline gap={1} wrap={false}>
              {ordered ? (
                <>
                  <IconButton
                    size="small"
                    label={`Move ${itemName} ${number} up`}
                    tooltip="Move up"
                    icon={<ArrowUpIcon aria-hidden="true" />}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    size="small"
                    label={`Move ${itemName} ${number} down`}
                    tooltip="Move down"
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
                  label={`Remove ${itemName} ${number}`}
                  tooltip={`Remove ${itemName}`}
                  icon={<CloseIcon aria-hidden="true" />}
                  onClick={() => remove(index)}
                />
              ) : null}
            </Inline>
            {error === undefined ? null : <TextError id={`${key}-error`}>{error}</TextError>}
          </Row>
        );
      })}
      {texts.length < max ? (
        <div>
          <Button size="small" ref={addButton} icon={<PlusIcon aria-hidden="true" />} onClick={add}>
            {`Add ${name}`}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}

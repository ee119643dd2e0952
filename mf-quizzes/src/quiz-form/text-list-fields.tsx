import { ArrowDownIcon, ArrowUpIcon, IconButton } from '@khmer-learning/ui-kit';
import type { ComponentProps } from 'react';
import { useMessages } from '../messages/messages.ts';
import { AnswerRows } from './answer-rows.tsx';

interface TextListFieldsProps
  extends Pick<ComponentProps<typeof AnswerRows>, 'min' | 'max' | 'errors' | 'onBlur' | 'inputRef'> {
  texts: readonly string[];
  /** What the texts are. Parts have an order, so they can be moved. */
  list: 'answer' | 'wrongOption' | 'part';
  onChange: (texts: readonly string[]) => void;
}

export function TextListFields({ texts, list, onChange, ...props }: TextListFieldsProps) {
  const t = useMessages();
  return (
    <AnswerRows
      {...props}
      rows={texts.map((text) => [text])}
      columns="minmax(0, 1fr) auto"
      onChange={(rows) => onChange(rows.flat())}
      newRow={['']}
      addLabel={t('textListFields.add', { list })}
      removeTooltip={t('textListFields.removeTooltip', { list })}
      textsOf={(number) => {
        const label = t('textListFields.item', { list, number });
        return {
          inputs: [{ label, placeholder: label }],
          remove: t('textListFields.remove', { list, number }),
          removed: t('textListFields.removed', { list, number }),
        };
      }}
      buttonsOf={(index, move) =>
        list === 'part' ? (
          <>
            <IconButton
              size="small"
              label={t('textListFields.movePartUp', { number: index + 1 })}
              tooltip={t('textListFields.movePartUpTooltip')}
              icon={<ArrowUpIcon aria-hidden="true" />}
              disabled={index === 0}
              onClick={() => move(index - 1)}
            />
            <IconButton
              size="small"
              label={t('textListFields.movePartDown', { number: index + 1 })}
              tooltip={t('textListFields.movePartDownTooltip')}
              icon={<ArrowDownIcon aria-hidden="true" />}
              disabled={index === texts.length - 1}
              onClick={() => move(index + 1)}
            />
          </>
        ) : null
      }
    />
  );
}

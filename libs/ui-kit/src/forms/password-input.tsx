import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '../foundation/tokens.ts';
import { controlStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

const Frame = styled.div`position: relative;`;

const Input = styled.input`
  ${controlStyle}
  padding-right: ${space(10)};
  /* Edge draws its own eye. */
  &::-ms-reveal { display: none; }
`;

const Reveal = styled.button`
  position: absolute;
  inset: 3px 3px 3px auto;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  width: ${space(8)};
  padding: 0;
  border: 0;
  border-radius: ${radius.small};
  background: transparent;
  color: ${color('textMuted')};
  cursor: pointer;

  &:hover { background: ${color('surfaceHover')}; color: ${color('text')}; }
  &:focus-visible { outline-offset: -2px; }
  &:disabled { cursor: not-allowed; }
`;

/** A password with a button that shows what was typed. */
export function PasswordInput({ disabled, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Frame>
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        {...useFieldControl(rest)}
        disabled={disabled}
        type={shown ? 'text' : 'password'}
      />
      <Reveal
        type="button"
        disabled={disabled}
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
      >
        <Icon size={16} aria-hidden="true" />
      </Reveal>
    </Frame>
  );
}

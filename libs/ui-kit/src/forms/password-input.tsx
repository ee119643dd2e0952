import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import styled from 'styled-components';
import { space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { controlStyle } from './control-style.ts';
import { useFieldControl } from './form-field.tsx';
import { InputAdornmentButton, InputFrame } from './input-adornment-button.ts';

const Input = styled.input`
  ${controlStyle}
  padding-right: ${space(10)};
  /* Hides Edge's own reveal button. */
  &::-ms-reveal { display: none; }
`;

/** A password input with a button that shows or hides the password. */
export function PasswordInput({ disabled, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useMessages();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <InputFrame>
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        {...useFieldControl(rest)}
        disabled={disabled}
        type={shown ? 'text' : 'password'}
      />
      <InputAdornmentButton
        type="button"
        disabled={disabled}
        aria-label={t(shown ? 'passwordInput.hide' : 'passwordInput.show')}
        onClick={() => setShown(!shown)}
      >
        <Icon size={16} aria-hidden="true" />
      </InputAdornmentButton>
    </InputFrame>
  );
}

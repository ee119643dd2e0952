import { useSession } from '@khmer-learning/console-sdk';
import { useState } from 'react';

/** A choice that this browser remembers for each person, by a name: `lesson-form.live-preview`. The first is the default. */
export function usePersonalChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const { user } = useSession();
  const key = `khmer-learning.${user.id}.${name}`;
  const [choice, setChoice] = useState(() => {
    const stored = read(key);
    return choices.find((one) => one === stored) ?? choices[0];
  });
  const choose = (next: Choice) => {
    setChoice(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Storage is full or forbidden: the choice lasts until its view is closed.
    }
  };
  return [choice, choose];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is forbidden.
    return null;
  }
}

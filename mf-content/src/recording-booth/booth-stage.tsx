import { LevelMeter } from '@khmer-learning/console-kit';
import {
  Button,
  Callout,
  color,
  fontFamily,
  fontWeight,
  Inline,
  Kbd,
  narrowBreakpoint,
  Stack,
  space,
  Text,
  useShortcuts,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { ClipState } from './clip-state.tsx';
import type { Prompt } from './prompts.ts';
import type { Booth } from './use-booth.ts';

const Stage = styled(Stack)`
  align-items: center;
  text-align: center;
  &:focus { outline: none; }
`;

/* As large as the screen permits. A sentence is smaller, so that it can be seen at once. */
const Word = styled.p`
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 12rem;
  margin: 0;
  color: ${color('text')};
  font-size: clamp(3rem, 9vw, 5.5rem);
  font-weight: ${fontWeight.semibold};
  line-height: 1.3;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
  &:lang(km) { font-family: ${fontFamily.khmer}; line-height: 1.9; }
  &[data-long] { font-size: clamp(1.5rem, 5vw, 3rem); }
  &[data-recording] { color: ${color('dangerText')}; }
`;

const longTextLength = 30;

const Meter = styled.div`width: min(24rem, 100%);`;

const Keys = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(2)};
  @media (max-width: ${narrowBreakpoint}) { & > button { flex: 1 1 40%; } & kbd { display: none; } }
`;

/** A key that acts once, however long it is held down. */
const onceHeld = (action: () => unknown) => (event: KeyboardEvent) => (event.repeat ? undefined : action());

/** For the keys of letters also what a Khmer keyboard types. */
const letterKeys = (action: () => void, ...letters: readonly string[]) =>
  Object.fromEntries(letters.map((letter) => [letter, onceHeld(action)]));

/** A key that presses the button with the focus, and otherwise acts on the booth. */
const unlessOnButton = (action: () => void) =>
  onceHeld(() => (document.activeElement?.closest('button, a, input') ? false : action()));

export function BoothStage({ booth }: { booth: Booth }) {
  const t = useMessages();
  const { recorder, current, index, prompts, subject } = booth;
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => stage.current?.focus(), []);
  useShortcuts(stage, {
    ' ': unlessOnButton(booth.toggle),
    Enter: unlessOnButton(booth.next),
    ArrowRight: booth.next,
    ArrowLeft: booth.back,
    ...letterKeys(booth.retake, 'r', 'R', 'រ'),
    ...letterKeys(booth.play, 'p', 'P', 'ផ'),
    ...letterKeys(booth.skip, 's', 'S', 'ស'),
  });
  if (current === undefined) return null;
  const isListening = recorder.status === 'listening';
  const keys: { name: string; key: string; action: () => void; disabled?: boolean; primary?: boolean }[] = [
    { name: t('boothStage.back'), key: '←', action: booth.back, disabled: index === 0 },
    {
      name: t(isListening ? 'boothStage.stop' : 'boothStage.record'),
      key: t('boothStage.space'),
      action: booth.toggle,
      disabled: recorder.status === 'opening',
      primary: true,
    },
    { name: t('boothStage.retake'), key: 'R', action: booth.retake },
    {
      name: t('boothStage.play'),
      key: 'P',
      action: booth.play,
      disabled: subject === undefined || booth.urlOf(subject.prompt) === null,
    },
    { name: t('boothStage.skip'), key: 'S', action: booth.skip },
    { name: t('boothStage.next'), key: '→', action: booth.next },
  ];
  return (
    <Stage ref={stage} gap={4} tabIndex={-1} role="group" aria-label={t('boothStage.label')}>
      <Text muted>
        {t('boothStage.place', {
          section: current.target.getPlace().label,
          language: current.language,
          number: index + 1,
          count: prompts.length,
        })}
      </Text>
      <div aria-live="polite" aria-atomic="true">
        <Word
          lang={current.language}
          data-long={current.text.length > longTextLength ? '' : undefined}
          data-recording={recorder.isSpeaking ? '' : undefined}
        >
          {current.text}
        </Word>
        <Translation prompt={current} />
      </div>
      {recorder.problem === null ? (
        <Text role="status" strong>
          {t('boothStage.status', { status: recorder.isSpeaking ? 'speaking' : recorder.status })}
        </Text>
      ) : (
        <Callout tone="danger" announce>
          {recorder.problem}
        </Callout>
      )}
      <Meter>
        <LevelMeter level={recorder.level} />
      </Meter>
      {/* A click leaves the focus where it is, so that the space bar goes on to record. */}
      <Keys onMouseDown={(event) => event.preventDefault()}>
        {keys.map(({ name, key, action, disabled = false, primary }) => (
          <Button key={key} variant={primary ? 'primary' : 'secondary'} disabled={disabled} onClick={action}>
            {name} <Kbd aria-hidden="true">{key}</Kbd>
          </Button>
        ))}
      </Keys>
      {subject === undefined || subject.state === 'none' ? null : <ClipState progress={subject} />}
    </Stage>
  );
}

function Translation({ prompt: { language, row } }: { prompt: Prompt }): ReactNode {
  const phonemic = row.phonemic ? `[${row.phonemic}]` : '';
  const [english, khmer] = [row.texts.en, row.texts.km];
  return (
    <Inline justify="center" gap={3}>
      {phonemic === '' ? null : <Text size="large">{phonemic}</Text>}
      {language === 'km' ? (
        <Text muted lang="en">
          {english}
        </Text>
      ) : (
        <Text muted lang="km">
          {khmer}
        </Text>
      )}
    </Inline>
  );
}

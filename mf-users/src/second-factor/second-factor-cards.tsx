import { Stack } from '@khmer-learning/ui-kit';
import { PasskeysCard } from './passkeys-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

/** The own codes and passkeys. @param props.onChanged called after a change of either */
export function SecondFactorCards(props: { onChanged?: () => unknown }) {
  return (
    <Stack gap={4}>
      <SecondFactorCard {...props} />
      <PasskeysCard {...props} />
    </Stack>
  );
}

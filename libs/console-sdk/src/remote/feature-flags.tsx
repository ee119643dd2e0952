import { createContext, type ReactNode, useContext } from 'react';

/** The feature flags of the surrounding remote; null outside one. */
const FeatureFlagsContext = createContext<Readonly<Record<string, boolean>> | null>(null);

export interface FeatureFlagsProviderProps {
  /** The flags of one remote's manifest, each with its value in this browser. */
  flags: Readonly<Record<string, boolean>>;
  children: ReactNode;
}

/** Gives the views and pages of one remote its feature flags. The shell renders it around each of them. */
export function FeatureFlagsProvider({ flags, children }: FeatureFlagsProviderProps) {
  return <FeatureFlagsContext value={flags}>{children}</FeatureFlagsContext>;
}

/** Whether a flag of the remote's manifest is on in this browser; false for an unknown one. A switch shows within a minute. */
export function useFeatureFlag(name: string): boolean {
  return useContext(FeatureFlagsContext)?.[name] ?? false;
}

import * as consoleSdk from '@khmer-learning/console-sdk';
import * as uiKit from '@khmer-learning/ui-kit';
import * as reactQuery from '@tanstack/react-query';
import * as react from 'react';
import * as reactDom from 'react-dom';
import * as styledComponents from 'styled-components';

/**
 * The shell's copies of the shared packages. Remotes do not bundle them, so a package that is missing here breaks
 * every remote that uses it. The list must match remote-build's `sharedPackages`; a test compares the two.
 */
export const sharedModules: Readonly<Record<string, object>> = {
  react,
  'react-dom': reactDom,
  'styled-components': styledComponents,
  '@tanstack/react-query': reactQuery,
  '@khmer-learning/console-sdk': consoleSdk,
  '@khmer-learning/ui-kit': uiKit,
};

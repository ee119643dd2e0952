import * as consoleSdk from '@khmer-learning/console-sdk';
import * as uiKit from '@khmer-learning/ui-kit';
import * as reactQuery from '@tanstack/react-query';
import * as react from 'react';
import * as reactDom from 'react-dom';
import * as styledComponents from 'styled-components';

/** What remotes do not bundle: a missing one breaks all that use it. A test compares it with remote-build's `sharedPackages`. */
export const sharedModules: Readonly<Record<string, object>> = {
  react,
  'react-dom': reactDom,
  'styled-components': styledComponents,
  '@tanstack/react-query': reactQuery,
  '@khmer-learning/console-sdk': consoleSdk,
  '@khmer-learning/ui-kit': uiKit,
};

import * as consoleSdk from '@khmer-learning/console-sdk';
import * as uiKit from '@khmer-learning/ui-kit';
import * as reactQuery from '@tanstack/react-query';
import * as react from 'react';
import * as reactDom from 'react-dom';
import * as styledComponents from 'styled-components';

/**
 * The shell's own copies of the packages that exist once in the page. Remotes bring none, so one that is
 * missing here breaks every remote that uses it. The list is remote-build's; a test compares the two.
 */
export const sharedModules: Readonly<Record<string, object>> = {
  react,
  'react-dom': reactDom,
  'styled-components': styledComponents,
  '@tanstack/react-query': reactQuery,
  '@khmer-learning/console-sdk': consoleSdk,
  '@khmer-learning/ui-kit': uiKit,
};

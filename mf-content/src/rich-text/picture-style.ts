import { radius } from '@khmer-learning/ui-kit';
import { css } from 'styled-components';

/** Pictures look the same in the editor and in the preview. */
export const pictureStyle = css`
  display: block;
  max-width: 100%;
  height: auto;
  border-radius: ${radius.medium};
`;

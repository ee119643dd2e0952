import { radius } from '@khmer-learning/ui-kit';
import { css } from 'styled-components';

/** Pictures look the same in the editor and in the preview: they stand in the line, as in the text that is stored. */
export const pictureStyle = css`
  display: inline-block;
  max-width: 100%;
  height: auto;
  border-radius: ${radius.medium};
  vertical-align: bottom;
`;

import styled from 'styled-components';
import { space } from '../foundation/tokens.ts';

/** Form fields side by side, in as many columns as fit. */
export const FieldGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr));
  gap: ${space(4)};
`;

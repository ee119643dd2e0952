import styled from 'styled-components';

/**
 * A landmark of its own for what opens over the page: it stands outside of the page's landmarks, and whoever goes from
 * one to the next would never come to it. The only child of a Radix portal, so that it is there only while that is open.
 */
export const PopupRegion = styled.section``;

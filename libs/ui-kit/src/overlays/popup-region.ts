import styled from 'styled-components';

/**
 * A landmark for popups. They are rendered outside the page's landmarks, so screen-reader users who navigate by
 * landmarks would not find them. It must be the only child of a Radix portal, which renders it only while it is open.
 */
export const PopupRegion = styled.section``;

import { color, fontFamily, fontSize, fontWeight, radius, space } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { pictureStyle } from './picture-style.ts';

export const EditorFrame = styled.div`
  border: 1px solid ${color('borderControl')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
  &:has([aria-invalid='true']) { border-color: ${color('dangerText')}; }
  &:focus-within { border-color: ${color('focus')}; }
  &:has(.ProseMirror:focus-visible) { outline: 2px solid ${color('focus')}; outline-offset: -1px; }
`;

export const ToolbarRow = styled.div`
  display: flex;
  gap: ${space(0.5)};
  [aria-pressed='true'] { background: ${color('accentSoft')}; color: ${color('accentText')}; }
`;

export const EditorHeader = styled.div`
  padding: ${space(1)};
  border-bottom: 1px solid ${color('border')};
`;

export const EditorFooter = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding: ${space(2)};
  border-top: 1px solid ${color('border')};
`;

/* Replaces the editor's own style sheet, which disables the ligatures that Khmer needs. */
export const EditorBody = styled.div`
  .ProseMirror {
    position: relative;
    min-height: ${space(48)};
    max-height: 60vh;
    padding: ${space(3)};
    overflow-y: auto;
    outline: none;
    white-space: break-spaces;
    overflow-wrap: anywhere;
    font-size: ${fontSize.large};
    /* The line height fits Khmer, which may appear in any line. */
    line-height: 1.9;
  }
  .ProseMirror :is(h1, h2, h3, h4, h5, h6) { font-size: ${fontSize.title}; font-weight: ${fontWeight.semibold}; line-height: inherit; }
  .ProseMirror :is(ul, ol) { padding-left: ${space(6)}; }
  .ProseMirror blockquote {
    margin: 0;
    padding-left: ${space(3)};
    border-left: 3px solid ${color('borderStrong')};
  }
  .ProseMirror :is(code, pre) { border-radius: ${radius.small}; background: ${color('surfaceSunken')}; font-family: ${fontFamily.code}; }
  .ProseMirror code { padding: 0 ${space(1)}; }
  .ProseMirror pre { margin: 0; padding: ${space(2)} ${space(3)}; white-space: pre-wrap; }
  .ProseMirror pre code { padding: 0; }
  .ProseMirror a { color: ${color('accentText')}; text-decoration: underline; cursor: text; }
  .ProseMirror img { ${pictureStyle} }
  .ProseMirror img.ProseMirror-separator { display: inline; width: 0; height: 0; }
  .ProseMirror .ProseMirror-selectednode { outline: 2px solid ${color('focus')}; outline-offset: 2px; }
  .ProseMirror-hideselection *::selection { background: transparent; }

  .ProseMirror-gapcursor { position: absolute; display: none; pointer-events: none; }
  .ProseMirror-gapcursor::after { content: ''; position: absolute; top: -2px; width: 20px; border-top: 1px solid ${color('text')}; }
  .ProseMirror-focused .ProseMirror-gapcursor { display: block; }

  .picture-place {
    display: inline-block;
    width: ${space(20)};
    height: ${space(12)};
    border: 1px dashed ${color('borderStrong')};
    border-radius: ${radius.small};
    background: ${color('surfaceSunken')};
    vertical-align: bottom;
  }
`;

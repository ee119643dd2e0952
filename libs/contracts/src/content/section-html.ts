import { uploadedFileNamePattern } from '../core/fields.ts';

/** Where a link in a section may lead (spec 5, Free Text editor). */
const linkTarget = /^(?:https?:\/\/|mailto:|tel:|sms:)/i;

const webAddress = /^https?:\/\//i;
const inlineImage = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/i;
const uploads = '/uploads/';

/** What every link in a section says of itself: it lends its target nothing of ours (decisions, Content). */
export const sectionLinkRel = 'noopener nofollow';

/**
 * Whether a section may link there: http, https, mailto, tel or sms (spec 5).
 *
 * @param href as written, without spaces at its ends
 */
export function isAllowedSectionLink(href: string): boolean {
  return linkTarget.test(href);
}

/**
 * Whether a section may show this picture: one from the web, one that was uploaded, or PNG or JPEG data (spec 5).
 *
 * @param source as written, without spaces at its ends
 */
export function isAllowedSectionImage(source: string): boolean {
  if (source.startsWith(uploads)) return uploadedFileNamePattern.test(source.slice(uploads.length));
  return webAddress.test(source) || inlineImage.test(source);
}

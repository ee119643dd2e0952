import { uploadedFileNamePattern } from '../core/fields.ts';

/** Allowed link protocols in a section. */
const linkTarget = /^(?:https?:\/\/|mailto:|tel:|sms:)/i;

const webAddress = /^https?:\/\//i;
const inlineImage = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/i;
const uploads = '/uploads/';

/** The `rel` attribute of every link in a section. */
export const sectionLinkRel = 'noopener nofollow';

/**
 * Whether a section may contain this link: http, https, mailto, tel or sms.
 *
 * @param href trimmed
 */
export function isAllowedSectionLink(href: string): boolean {
  return linkTarget.test(href);
}

/**
 * Whether a section may contain this image: a web image, an uploaded file, or PNG or JPEG data.
 *
 * @param source trimmed
 */
export function isAllowedSectionImage(source: string): boolean {
  if (source.startsWith(uploads)) return uploadedFileNamePattern.test(source.slice(uploads.length));
  return webAddress.test(source) || inlineImage.test(source);
}

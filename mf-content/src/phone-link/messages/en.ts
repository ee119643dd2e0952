/** The texts of links that show a lesson on a phone, which are loaded with the preview. */
export const en = {
  'phoneLink.copied': 'Link copied',
  'phoneLink.copy': 'Copy link',
  'phoneLink.copyFailed': 'The link could not be copied. Select it and copy it.',
  'phoneLink.create': 'Create link',
  'phoneLink.created': 'Link created',
  'phoneLink.createFailed': 'Failed to create the link',
  'phoneLink.description':
    'Whoever has the link sees this lesson as it was last saved, without signing in, for 24 hours. What you have not saved is not shown.',
  'phoneLink.label': 'Link',
  'phoneLink.links': 'Links that work',
  'phoneLink.loading': 'Loading links',
  'phoneLink.none': 'No link to this lesson works now',
  'phoneLink.notLoaded': 'The dialog could not be loaded. Check your connection and try again.',
  'phoneLink.of': '{name}, until <time></time>',
  'phoneLink.open': 'Open on my phone',
  'phoneLink.qrCode': 'QR code of the link',
  'phoneLink.revoke': 'Revoke',
  'phoneLink.revokeFailed': 'Failed to revoke the link',
  'phoneLink.revokeOf': 'Revoke the link of {name}',
  'phoneLink.scan': 'Scan the code with the camera of your phone. The link is shown only now.',
} as const;

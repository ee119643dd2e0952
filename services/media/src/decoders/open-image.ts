import sharp, { type Sharp } from 'sharp';

// Enable only the decoders of supported types, so that no other decoder parses untrusted bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });

/** Opens a bitmap; reading it fails when it is truncated, damaged or has more pixels than `maxPixels`. */
export function openImage(file: string, maxPixels: number, { animated = false } = {}): Sharp {
  return sharp(file, { animated, failOn: 'error', limitInputPixels: maxPixels });
}

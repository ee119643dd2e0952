import { crc32, deflateSync } from 'node:zlib';

const size = { width: 640, height: 360 };

/** Draws a PNG cover for the demo school: a slope of two colours with hills, others for each place of a course. */
export function drawCover(place: number): Buffer {
  const { width, height } = size;
  const [dark, light] = [hueColour(place * 47, 0.45), hueColour(place * 47 + 40, 0.85)];
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const hill = 0.55 + 0.15 * Math.sin(x / (90 + 9 * place) + place) + 0.08 * Math.sin(x / 37 + 2 * place);
      const isSun = (x - 480) ** 2 + (y - 100) ** 2 < 45 ** 2;
      const shade = isSun ? 1.15 : y / height > hill ? 0.25 : 0.6 + (0.4 * (height - y)) / height;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (dark[channel] ?? 0) + ((light[channel] ?? 0) - (dark[channel] ?? 0)) * shade;
        rows[y * (1 + 3 * width) + 1 + 3 * x + channel] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** RGB of a hue in degrees. */
function hueColour(hue: number, lightness: number): number[] {
  return [0, 8, 4].map((offset) => {
    const sector = (offset + hue / 30) % 12;
    const chroma = 0.55 * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - chroma * Math.max(-1, Math.min(sector - 3, 9 - sector, 1)));
  });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

import { isIPv4, isIPv6 } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The addresses that are counted as one caller: an IPv4 address, also in its IPv4-mapped form, or the /64 of an IPv6
 * address, because one device may use every address of it (RFC 4291, 2.5.4). Other text, which a trusted proxy may
 * send, is cut to 100 characters.
 */
export function addressGroupOf(address: string): string {
  if (isIPv4(address)) return address;
  const ipv4 = mappedIPv4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address.slice(0, 100);
  // URL parsing gives the canonical form: lower case, no leading zeros, no IPv4 notation.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

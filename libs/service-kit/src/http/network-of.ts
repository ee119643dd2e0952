import { isIPv4, isIPv6 } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const ipv6GroupCount = 8;

/**
 * The network whose attempts are counted together: the /24 of an IPv4 address, also in its IPv4-mapped form, or the /56
 * of an IPv6 address, which is what one customer gets (RFC 6177). Text that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const [, ipv4 = address] = mappedIPv4.exec(address) ?? [];
  if (isIPv4(ipv4)) return `${ipv4.split('.').slice(0, 3).join('.')}.0/24`;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  // URL parsing gives the canonical form: lower case, no leading zeros.
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [before = [], after = []] = shortest.split('::').map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: ipv6GroupCount - before.length - after.length }, () => '0');
  const [first, second, third, fourth = '0'] = [...before, ...gap, ...after];
  const half = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return `${first}:${second}:${third}:${half}::/56`;
}

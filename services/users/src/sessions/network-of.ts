import { isIPv4, isIPv6 } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const ipv6GroupCount = 8;

/**
 * The network whose tries are counted together: of an IPv4 address its /24, however it is written, of an IPv6 address
 * its /56, which is what one customer is given (RFC 6177). What is no address is itself.
 */
export function networkOf(address: string): string {
  const [, ipv4 = address] = mappedIPv4.exec(address) ?? [];
  if (isIPv4(ipv4)) return `${ipv4.split('.').slice(0, 3).join('.')}.0/24`;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  // In its shortest form, as every URL has it: lower case, no leading zeros.
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [before = [], after = []] = shortest.split('::').map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: ipv6GroupCount - before.length - after.length }, () => '0');
  const [first, second, third, fourth = '0'] = [...before, ...gap, ...after];
  const half = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return `${first}:${second}:${third}:${half}::/56`;
}

import { isIPv6 } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of sixteen bits: of an address, and of the part of it that is given out as a whole (RFC 6177). */
const groups = { address: 8, network: 4 } as const;

/**
 * What the tries of one machine are counted under. Whoever has an IPv6 address has its whole /64 to choose from, so
 * they count together; an IPv4 address is itself, however it is written.
 */
export function networkOf(address: string): string {
  const [, ipv4] = mappedIPv4.exec(address) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  // In its shortest form, as every URL has it: lower case, no leading zeros.
  const shortest = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [before = [], after = []] = shortest.split('::').map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: groups.address - before.length - after.length }, () => '0');
  return `${[...before, ...gap, ...after].slice(0, groups.network).join(':')}::/64`;
}

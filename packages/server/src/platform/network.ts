import { isIPv6 } from 'node:net'

const GROUPS = 8
/** A provider gives every customer at least this much of an IPv6 address: 64 bits. */
const OF_A_CUSTOMER = 4

/**
 * What somebody cannot change at will of an address: the whole of IPv4, the first 64 bits of IPv6.
 * @param address as the socket reports it; IPv4 may come as `::ffff:192.0.2.1`
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [before = '', after] = (address.split('%')[0] ?? '').split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')]
  const zeros = after === undefined ? 0 : GROUPS - head.length - tail.length
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail]
  return `${groups.slice(0, OF_A_CUSTOMER).join(':')}::/64`
}

function groupsOf(part: string): string[] {
  if (part === '') return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
}

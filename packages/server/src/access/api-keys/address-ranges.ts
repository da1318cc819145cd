import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Whether an address lies in one of the ranges (CIDR); without ranges every address does. */
export function isAllowedFrom(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true
  const plain = withoutMapping(address)
  const known = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : undefined
  return known !== undefined && listOf(ranges).check(plain, known)
}

/** A socket for both families reports IPv4 addresses as `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2). */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}

import { BlockList, isIP } from 'node:net'

type Range = [address: string, prefix: number]

/** Link-local, and where clouds answer their machines with keys: nothing of ours has business there. */
const forbidden: Range[] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  // IPv4 in the clothes of IPv6, by which the ranges above could be reached.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
]

/** Loopback, private and special ranges (RFC 6890). */
const inner: Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 127],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fec0::', 10],
  ['ff00::', 8],
]

const forbiddenList = listOf(forbidden)
const innerList = listOf(inner)

/** Where an address leads: to the public internet, into a private network, or to a forbidden place. */
export function reachOf(address: string): 'public' | 'private' | 'forbidden' {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || forbiddenList.check(address, family)) return 'forbidden'
  return innerList.check(address, family) ? 'private' : 'public'
}

/** An IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) is found by its IPv4 ranges. */
function listOf(ranges: readonly Range[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return list
}

import { expect, test } from 'vitest'
import { reachOf } from './address-ranges.ts'

test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8', '172.15.255.255', '172.32.0.1'])(
  '%s is of the internet',
  (address) => expect(reachOf(address)).toBe('public'),
)

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '::1',
  '::',
  'fd12:3456::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
])('%s is of a closed network', (address) => expect(reachOf(address)).toBe('private'))

test.each([
  '169.254.169.254',
  '169.254.0.1',
  'fe80::1',
  '::ffff:169.254.169.254',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  // The same in the clothes of IPv6.
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::a00:1',
  '2002:a9fe:a9fe::1',
  'localhost',
  '',
  '2130706433',
])('%j is where nobody may go', (address) => expect(reachOf(address)).toBe('forbidden'))

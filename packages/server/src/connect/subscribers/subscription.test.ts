import { expect, test } from 'vitest'
import { addressOf, brokerOf, filterOf, keepsSession, sharesMessages } from './subscription.ts'

test.each([
  ['mqtt://Broker.example.com', 'broker.example.com:1883'],
  ['mqtts://broker.example.com/', 'broker.example.com:8883'],
  ['ws://broker.example.com:9001/mqtt', 'broker.example.com:9001'],
  ['wss://10.0.0.7/mqtt', '10.0.0.7:443'],
  ['mqtt://[fe80::1]:1884', 'fe80::1:1884'],
])('%s is the broker %s', (brokerUrl, broker) => {
  expect(brokerOf({ brokerUrl })).toBe(broker)
})

test('an IPv6 address has no brackets', () => {
  expect(addressOf({ brokerUrl: 'mqtts://[::1]' })).toEqual({ scheme: 'mqtts', host: '::1', port: 8883 })
})

test.each([
  ['json', 'ours', true, '$share/ours/a/#'],
  ['json', null, false, 'a/#'],
  // A part of the messages of an edge node has gaps, and no births.
  ['sparkplugB', 'ours', false, 'a/#'],
] as const)(
  '%s with the share group %s: the messages are shared by servers: %j',
  (encoding, shareGroup, isShared, filter) => {
    expect(sharesMessages({ encoding, shareGroup })).toBe(isShared)
    expect(filterOf({ encoding, shareGroup, topicFilter: 'a/#' })).toBe(filter)
  },
)

test.each([
  ['json', 1, null, true],
  ['raw', 2, null, true],
  ['json', 0, 'stored', false],
  ['json', 1, 'clean', false],
  ['sparkplugB', 1, null, false],
  ['sparkplugB', 1, 'stored', true],
] as const)('%s with QoS %i and the session %s is stored: %j', (encoding, qos, session, isStored) => {
  expect(keepsSession({ encoding, qos, session })).toBe(isStored)
})

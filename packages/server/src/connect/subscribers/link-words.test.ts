import { describe, expect, it } from 'vitest'
import { linkIssueOf, SecretUnreadable, SubscriptionRefused } from './link-words.ts'

const where = 'mqtts://broker.example.com:8883'
const coded = (code: string | number) => Object.assign(new Error('refused'), { code })

describe('what ends a connection to a broker names the field that causes it', () => {
  it.each([
    [coded('ECONNREFUSED'), 'brokerUrl'],
    [coded('ENOTFOUND'), 'brokerUrl'],
    [coded('ETIMEDOUT'), 'brokerUrl'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'caCertificate'],
    [coded(1), 'protocol'],
    [coded(133), 'clientId'],
    [coded(4), 'username'],
    [coded(135), 'username'],
    [coded(142), 'clientId'],
    [new SubscriptionRefused('plant/#'), 'topicFilter'],
    [new SecretUnreadable(), 'password'],
    [undefined, 'clientCertificate'],
  ])('%s: %s', (error, field) => {
    expect(linkIssueOf(error, where).field).toBe(field)
  })

  it('and none where it passes by itself', () => {
    expect(linkIssueOf(coded(137), where).field).toBeUndefined()
    expect(linkIssueOf(undefined, 'mqtt://broker.example.com').field).toBeUndefined()
  })
})

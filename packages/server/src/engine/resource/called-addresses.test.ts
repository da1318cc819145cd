import { resources } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { assertCallable } from './called-addresses.ts'

/** Every field that holds where the product connects to, and an address of it at a host. */
const called = resources.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field.called ? [{ resource, name, ...field }] : [])),
)
const protocols: Record<string, string> = { brokerUrl: 'mqtts', endpointUrl: 'opc.tcp' }

const isRefused = ({ resource, name }: (typeof called)[number], host: string, allowsPrivate: boolean) => {
  try {
    assertCallable(resource, { [name]: `${protocols[name] ?? 'https'}://${host}/x` }, allowsPrivate)
    return false
  } catch {
    return true
  }
}

test('webhooks, providers, brokers and servers are called', () => {
  expect(called.map(({ resource, name }) => `${resource.name}.${name}`).toSorted()).toEqual([
    'alarmRule.webhookUrl',
    'identityProvider.issuer',
    'mqttSubscriber.brokerUrl',
    'opcuaConnection.endpointUrl',
    'webhook.url',
  ])
})

test.each(called)('$resource.name.$name is refused where it would never be called', (field) => {
  for (const host of ['169.254.169.254', '[fe80::1]', '2852039166', '[::ffff:169.254.169.254]:80', '0xa9fea9fe']) {
    expect([host, isRefused(field, host, true)]).toEqual([host, true])
  }
  for (const host of ['127.0.0.1', '[::1]:9', 'localhost', 'broker.localhost', '10.0.0.1', '2130706433']) {
    expect([host, isRefused(field, host, true)]).toEqual([host, false])
    expect([host, isRefused(field, host, false)]).toEqual([host, field.called === 'public'])
  }
  for (const host of ['example.com', '93.184.216.34'])
    expect([host, isRefused(field, host, false)]).toEqual([host, false])
})

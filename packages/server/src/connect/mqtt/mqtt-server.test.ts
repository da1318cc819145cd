import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectPacket, PacketClient } from '../../../test/support/mqtt/packet-client.ts'
import { ProtocolServer } from '../../../test/support/mqtt/protocol-server.ts'
import { until } from '../../../test/support/until.ts'
import { RECEIVE_MAXIMUM } from './client-packets.ts'

const STATE = 'state/host'
let server: ProtocolServer

beforeAll(async () => {
  server = await ProtocolServer.start()
  server.mqtt.retain(STATE, Buffer.from('online'))
})
afterAll(async () => await server.stop())
beforeEach(() => {
  server.isHolding = false
  server.received.length = 0
  server.wills.length = 0
})

async function library(options: IClientOptions = {}): Promise<MqttClient> {
  const given = { username: 'us', password: 'right', reconnectPeriod: 0, ...options }
  return await connectAsync(`mqtt://127.0.0.1:${server.port}`, given)
}

function publish(messageId: number, options: object = {}) {
  const content = { topic: 'a/b', payload: `message ${messageId}`, qos: 1 as const, retain: false, dup: false }
  return { cmd: 'publish' as const, messageId, ...content, ...options }
}

describe.each([4, 5] as const)('a client of version %i', (protocolVersion) => {
  test('publishes with each QoS, subscribes, unsubscribes, and leaves', async () => {
    const client = await library({ protocolVersion, clientId: `basic-${protocolVersion}` })
    for (const qos of [0, 1, 2] as const) await client.publishAsync('a/b', `QoS ${qos}`, { qos })
    expect(server.contents).toEqual(['a/b QoS 0', 'a/b QoS 1', 'a/b QoS 2'])
    const message = new Promise<string>((resolve) =>
      client.once('message', (topic, payload) => resolve(`${topic} ${payload}`)),
    )
    expect(await client.subscribeAsync('state/+', { qos: 1 })).toMatchObject([{ topic: 'state/+', qos: 1 }])
    expect(await message).toBe(`${STATE} online`)
    await client.unsubscribeAsync('state/+')
    await client.endAsync()
  })

  test('is refused a subscription, and stays', async () => {
    const client = await library({ protocolVersion })
    await expect(client.subscribeAsync('secret/a')).rejects.toThrow()
    await client.publishAsync('a/b', 'still here', { qos: 1 })
    await client.endAsync()
  })

  test.each([
    ['of another protocol', [0x10, 13, 0, 2, ...Buffer.from('hj'), protocolVersion, 2, 0, 0, 0, 2, 0, 1, 0x61]],
    ['that begins with another packet', [0xc0, 0]],
  ])('%s is ended without an answer', async (_, bytes) => {
    const client = await PacketClient.open(server.port, protocolVersion)
    client.send(Buffer.from(bytes))
    await client.untilClosed()
    expect(client.received).toEqual([])
  })

  test('is ended when it signs in twice over one connection', async () => {
    const client = await PacketClient.signIn(server.port, {}, protocolVersion)
    client.send(connectPacket({}, protocolVersion))
    await client.untilClosed()
    expect(client.received.map(({ cmd }) => cmd)).toEqual(protocolVersion === 5 ? ['disconnect'] : [])
  })

  test('gets nothing of what clients publish, be it to be retained', async () => {
    const client = await PacketClient.signIn(server.port, { clientId: 'listens' }, protocolVersion)
    const subscriptions = [{ topic: 'a/#', qos: 1 as const }]
    client.send(publish(1, { retain: true }))
    client.send({ cmd: 'subscribe', messageId: 2, subscriptions })
    await client.next('suback')
    client.send(publish(3))
    await client.next('puback')
    await client.ping()
    expect(client.received.filter(({ cmd }) => cmd === 'publish')).toEqual([])
    expect(server.contents).toEqual(['a/b message 1', 'a/b message 3'])
    client.cut()
  })

  test('with a wrong password is refused with the code of its version', async () => {
    const code = protocolVersion === 5 ? 0x86 : 4
    await expect(library({ protocolVersion, password: 'wrong' })).rejects.toMatchObject({ code })
  })

  test('is ended by another one with its client id, which finds its session', async () => {
    const stored = {
      protocolVersion,
      clientId: `twice-${protocolVersion}`,
      clean: false,
      properties: { sessionExpiryInterval: 100 },
    }
    const first = await library(stored)
    await first.subscribeAsync('state/none')
    const isClosed = new Promise<void>((resolve) => first.once('close', () => resolve()))
    const second = await PacketClient.open(server.port, protocolVersion)
    second.send(connectPacket({ ...stored, username: 'us' }, protocolVersion))
    expect((await second.next('connack')).sessionPresent).toBe(true)
    await isClosed
    const other = await PacketClient.open(server.port, protocolVersion)
    other.send(connectPacket({ ...stored, username: 'others' }, protocolVersion))
    expect((await other.next('connack')).sessionPresent).toBe(false)
    expect(second.closed).toBe(false)
    for (const client of [second, other]) client.cut()
  })

  test('has its will published when it is lost, and not when it says that it leaves', async () => {
    const will = (payload: string) => ({ topic: 'w', payload: Buffer.from(payload), qos: 1 as const, retain: false })
    const leaver = await library({ protocolVersion, will: will('left') })
    const lost = await library({ protocolVersion, will: will('lost') })
    await leaver.endAsync()
    lost.stream.destroy()
    await until('the will', () => server.wills.length > 0)
    expect(server.wills).toEqual(['lost'])
  })

  test('that is silent for longer than its keep-alive is ended, with its will', async () => {
    const will = { topic: 'w', payload: Buffer.from('silent'), qos: 0 as const, retain: false }
    const client = await PacketClient.signIn(server.port, { clientId: 'silent', keepalive: 1, will }, protocolVersion)
    await client.untilClosed()
    expect(server.wills).toEqual(['silent'])
    if (protocolVersion === 5) expect((await client.next('disconnect')).reasonCode).toBe(0x8d)
  })

  test('that sends a message of QoS 2 again has it received once, also over another connection', async () => {
    const stored = { clientId: `two-${protocolVersion}`, clean: false, properties: { sessionExpiryInterval: 100 } }
    server.isHolding = true
    const first = await PacketClient.signIn(server.port, stored, protocolVersion)
    first.send(publish(7, { qos: 2 }))
    await until('the message', () => server.received.length === 1)
    first.cut()
    const second = await PacketClient.signIn(server.port, stored, protocolVersion)
    second.send(publish(7, { qos: 2, dup: true }))
    await second.ping()
    server.received[0]?.settle()
    expect((await second.next('pubrec')).messageId).toBe(7)
    second.send(publish(7, { qos: 2, dup: true }))
    await second.next('pubrec')
    second.send({ cmd: 'pubrel', messageId: 7 })
    await second.next('pubcomp')
    expect(server.received).toHaveLength(1)
    second.send(publish(7, { qos: 2 }))
    await until('the next under the same identifier', () => server.received.length === 2)
    second.cut()
  })

  test('gets again what it has not acknowledged, with its next connection', async () => {
    const stored = { clientId: `again-${protocolVersion}`, clean: false, properties: { sessionExpiryInterval: 100 } }
    const first = await PacketClient.signIn(server.port, stored, protocolVersion)
    first.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: STATE, qos: 1 }] })
    const { messageId, dup } = await first.next('publish')
    expect(dup).toBe(false)
    first.cut()
    const second = await PacketClient.signIn(server.port, stored, protocolVersion)
    expect(await second.next('publish')).toMatchObject({ messageId, dup: true, retain: true })
    second.send({ cmd: 'puback', messageId: messageId ?? 0 })
    await second.ping()
    second.cut()
    const third = await PacketClient.signIn(server.port, stored, protocolVersion)
    await third.ping()
    expect(third.received).toEqual([])
    third.cut()
  })

  test('has acknowledgements when its messages are stored, in one piece for one batch', async () => {
    server.isHolding = true
    const client = await PacketClient.signIn(server.port, { clientId: 'batch' }, protocolVersion)
    let pieces = 0
    for (let id = 1; id <= 50; id++) client.send(publish(id))
    await until('all', () => server.received.length === 50)
    expect(client.received).toEqual([])
    client.socket.on('data', () => {
      pieces += 1
    })
    for (const { settle } of server.received) settle()
    for (let id = 1; id <= 50; id++) expect((await client.next('puback')).messageId).toBe(id)
    expect(pieces).toBe(1)
    client.cut()
  })

  test('is read no further while too many of its messages are under way, and then goes on', async () => {
    server.isHolding = true
    const client = await PacketClient.signIn(server.port, { clientId: 'much' }, protocolVersion)
    const count = 3 * RECEIVE_MAXIMUM
    const qos = protocolVersion === 5 ? 0 : 1
    for (let id = 1; id <= count; id++) client.send(publish(id, { qos }))
    await until('as many as may be', () => server.received.length === RECEIVE_MAXIMUM)
    client.send({ cmd: 'pingreq' })
    server.isHolding = false
    for (const { settle } of server.received.slice()) settle()
    await client.next('pingresp')
    expect(server.received).toHaveLength(count)
    client.cut()
  })
})

describe('a client of MQTT 5', () => {
  test('that is not read for longer than its keep-alive is ended, to send again what was not stored', async () => {
    server.isHolding = true
    const client = await PacketClient.signIn(server.port, { clientId: 'stalled', keepalive: 1 })
    for (let id = 1; id <= RECEIVE_MAXIMUM + 1; id++) client.send(publish(id, { qos: 0 }))
    expect((await client.next('disconnect')).reasonCode).toBe(0x89)
    await client.untilClosed()
    for (const { settle } of server.received) settle()
  })

  test('that has no client id is given one, and the terms of the broker', async () => {
    const client = await PacketClient.open(server.port)
    client.send(connectPacket({ clientId: '' }, 5))
    expect((await client.next('connack')).properties).toMatchObject({
      assignedClientIdentifier: 'assigned-5',
      receiveMaximum: RECEIVE_MAXIMUM,
      maximumPacketSize: 262_144,
      topicAliasMaximum: 32,
      sharedSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
    })
    client.cut()
  })

  test('finds its session until it expires, and none after a clean start', async () => {
    const present = async (options: object) => {
      const client = await PacketClient.open(server.port)
      client.send(connectPacket({ clientId: 'expires', ...options }, 5))
      const { sessionPresent } = await client.next('connack')
      client.send({ cmd: 'disconnect' })
      await client.untilClosed()
      return sessionPresent
    }
    const stored = { clean: false, properties: { sessionExpiryInterval: 100 } }
    expect(await present(stored)).toBe(false)
    expect(await present(stored)).toBe(true)
    expect(await present({ ...stored, clean: true })).toBe(false)
    expect(await present(stored)).toBe(true)
    // Its will waits for longer than its session lasts, and comes when that ends.
    const properties = { willDelayInterval: 90 }
    const will = { topic: 'w', payload: Buffer.from('expired'), qos: 0 as const, retain: false, properties }
    const short = { clientId: 'expires', clean: false, properties: { sessionExpiryInterval: 1 }, will }
    const client = await PacketClient.signIn(server.port, short)
    client.cut()
    await until('the end of the session', () => server.wills.includes('expired'))
    expect(await present(stored)).toBe(false)
  })

  test('may drop its session when it leaves, and may not ask for one then', async () => {
    const given = { clientId: 'changes', properties: { sessionExpiryInterval: 100 } }
    const first = await PacketClient.signIn(server.port, given)
    first.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 0 } })
    await first.untilClosed()
    const second = await PacketClient.open(server.port)
    second.send(connectPacket({ clientId: 'changes', clean: false }, 5))
    expect((await second.next('connack')).sessionPresent).toBe(false)
    second.send({ cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 10 } })
    expect((await second.next('disconnect')).reasonCode).toBe(0x82)
    await second.untilClosed()
  })

  test('may have its session stored for longer when it leaves', async () => {
    const will = { topic: 'w', payload: Buffer.from('stored'), qos: 0 as const, retain: false }
    const given = { clientId: 'longer', will: { ...will, properties: { willDelayInterval: 2 } } }
    const first = await PacketClient.signIn(server.port, { ...given, properties: { sessionExpiryInterval: 1 } })
    first.send({ cmd: 'disconnect', reasonCode: 4, properties: { sessionExpiryInterval: 100 } })
    await first.untilClosed()
    // The will comes behind the time for which the session was to be stored at first.
    await until('the will', () => server.wills.includes('stored'))
    const second = await PacketClient.open(server.port)
    second.send(connectPacket({ clientId: 'longer', clean: false }, 5))
    expect((await second.next('connack')).sessionPresent).toBe(true)
    second.cut()
  })

  test('may say more of a message than is looked at', async () => {
    const client = await PacketClient.signIn(server.port)
    const properties = {
      payloadFormatIndicator: true,
      messageExpiryInterval: 1,
      contentType: 'application/json',
      responseTopic: 'a/answers',
      correlationData: Buffer.from('334'),
      userProperties: { a: ['2', '3'], c: '3' },
    }
    for (const qos of [0, 1, 2] as const) client.send(publish(1 + qos, { qos, properties }))
    await client.next('puback')
    await client.next('pubrec')
    expect(server.contents).toEqual(['a/b message 1', 'a/b message 2', 'a/b message 3'])
    client.cut()
  })

  test('that takes aliases gets topics all the same', async () => {
    const client = await PacketClient.signIn(server.port, { properties: { topicAliasMaximum: 10 } })
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: STATE, qos: 0 }] })
    const { topic, properties } = await client.next('publish')
    expect([topic, properties]).toEqual([STATE, undefined])
    client.cut()
  })

  test('is refused a shared subscription with its own reason, and stays', async () => {
    const client = await PacketClient.signIn(server.port)
    const subscriptions = [`$share/group/${STATE}`, STATE].map((topic) => ({ topic, qos: 0 as const }))
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions })
    expect((await client.next('suback')).granted).toEqual([0x9e, 0])
    await client.next('publish')
    await client.ping()
    expect(client.received).toEqual([])
    client.cut()
  })

  test('has its will published late, at once when its session ends, and not if it comes back before', async () => {
    const will = (payload: string, willDelayInterval: number) => ({
      topic: 'w',
      payload: Buffer.from(payload),
      qos: 0 as const,
      retain: false,
      properties: { willDelayInterval },
    })
    const stored = { properties: { sessionExpiryInterval: 100 } }
    const back = await PacketClient.signIn(server.port, { ...stored, clientId: 'back', will: will('back', 1) })
    const late = await PacketClient.signIn(server.port, { ...stored, clientId: 'late', will: will('late', 1) })
    const over = await PacketClient.signIn(server.port, { ...stored, clientId: 'over', will: will('over', 90) })
    for (const client of [back, late, over]) client.cut()
    await until('the end of all', () => server.open.size === 0)
    expect(server.wills).toEqual([])
    const again = await PacketClient.signIn(server.port, { ...stored, clientId: 'back', clean: false })
    await PacketClient.signIn(server.port, { clientId: 'over' })
    expect(server.wills).toEqual(['over'])
    await until('the late one', () => server.wills.includes('late'))
    expect(server.wills).toEqual(['over', 'late'])
    again.cut()
  })

  test('may leave with its will', async () => {
    const will = { topic: 'w', payload: Buffer.from('wanted'), qos: 0 as const, retain: false }
    const client = await PacketClient.signIn(server.port, { will })
    client.send({ cmd: 'disconnect', reasonCode: 4 })
    await client.untilClosed()
    expect(server.wills).toEqual(['wanted'])
  })

  test('names a topic by its alias', async () => {
    const client = await PacketClient.signIn(server.port)
    client.send(publish(1, { properties: { topicAlias: 2, userProperties: { a: 'b' } } }))
    client.send(publish(2, { topic: '', properties: { topicAlias: 2 } }))
    await client.next('puback')
    await client.next('puback')
    expect(server.contents).toEqual(['a/b message 1', 'a/b message 2'])
    client.send(publish(3, { properties: { topicAlias: 33 } }))
    expect((await client.next('disconnect')).reasonCode).toBe(0x94)
    await client.untilClosed()
  })

  test.each([
    ['an unknown alias', publish(1, { topic: '', properties: { topicAlias: 9 } }), 0x82],
    ['a topic with a wildcard', publish(1, { topic: 'a/+' }), 0x90],
    [
      'a subscription identifier',
      {
        cmd: 'subscribe' as const,
        messageId: 1,
        subscriptions: [{ topic: STATE, qos: 0 as const }],
        properties: { subscriptionIdentifier: 3 },
      },
      0xa1,
    ],
    ['a second CONNECT', connectPacket({}, 5), 0x82],
    ['a packet of more than may be', Buffer.from([0x32, 0xff, 0xff, 0x7f]), 0x95],
    ['properties of more than may be', publish(1, { properties: { correlationData: Buffer.alloc(17_000) } }), 0x95],
    [
      'too many filters',
      {
        cmd: 'unsubscribe' as const,
        messageId: 1,
        unsubscriptions: Array.from({ length: 1_001 }, (_, n) => `a/${n}`),
      },
      0x97,
    ],
    ['flags that are reserved', Buffer.from([0xc1, 0]), 0x81],
    ['AUTH', Buffer.from([0xf0, 0]), 0x82],
  ])('is ended with a reason for %s', async (_, packet, reasonCode) => {
    const client = await PacketClient.signIn(server.port)
    client.send(packet)
    expect(await client.next('disconnect')).toMatchObject({ reasonCode })
    await client.untilClosed()
  })

  test('is refused one message with a reason in words, and stays; one that wants no words gets none', async () => {
    server.isHolding = true
    const wordy = await PacketClient.signIn(server.port, { clientId: 'wordy' })
    const plain = await PacketClient.signIn(server.port, {
      clientId: 'plain',
      properties: { requestProblemInformation: false },
    })
    for (const client of [wordy, plain]) client.send(publish(1))
    await until('both', () => server.received.length === 2)
    for (const { settle } of server.received) settle({ code: 0x87, words: 'Not yours.', outcome: 'refuse' })
    expect(await wordy.next('puback')).toMatchObject({ reasonCode: 0x87, properties: { reasonString: 'Not yours.' } })
    expect((await plain.next('puback')).properties).toBeUndefined()
    await wordy.ping()
    for (const client of [wordy, plain]) client.cut()
  })

  test('that sends more than the Receive Maximum is ended', async () => {
    server.isHolding = true
    const client = await PacketClient.signIn(server.port)
    for (let id = 1; id <= RECEIVE_MAXIMUM; id++) client.send(publish(id, { qos: 2, payload: '' }))
    await until('all', () => server.received.length === RECEIVE_MAXIMUM)
    for (const { settle } of server.received) settle()
    client.send(publish(RECEIVE_MAXIMUM + 1, { qos: 2 }))
    expect((await client.next('disconnect')).reasonCode).toBe(0x93)
    await client.untilClosed()
  })

  test('gets no more than its own Receive Maximum at once, and nothing larger than it takes', async () => {
    const subscriptions = [STATE, 'state/+', '#'].map((topic) => ({ topic, qos: 1 as const }))
    const slow = await PacketClient.signIn(server.port, { clientId: 'slow', properties: { receiveMaximum: 1 } })
    slow.send({ cmd: 'subscribe', messageId: 1, subscriptions })
    for (let n = 1; n <= 3; n++) {
      const { messageId = 0 } = await slow.next('publish')
      await slow.ping()
      expect(slow.received.filter(({ cmd }) => cmd === 'publish')).toEqual([])
      slow.send({ cmd: 'puback', messageId })
    }
    const small = await PacketClient.signIn(server.port, { clientId: 'small', properties: { maximumPacketSize: 12 } })
    small.send({ cmd: 'subscribe', messageId: 1, subscriptions })
    await small.next('suback')
    await small.ping()
    expect(small.received).toEqual([])
    for (const client of [slow, small]) client.cut()
  })

  test('gets what is retained as it has asked: always, with a new subscription, or never', async () => {
    const client = await PacketClient.signIn(server.port)
    const gets = async (topic: string, rh: number) => {
      client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0, rh }] })
      await client.next('suback')
      await client.ping()
      return client.received.splice(0).length
    }
    expect([
      await gets('state/+', 2),
      await gets('state/+', 0),
      await gets('state/+', 1),
      await gets(STATE, 1),
    ]).toEqual([0, 1, 0, 1])
    client.cut()
  })

  test('gets a reason code for what does not exist', async () => {
    const client = await PacketClient.signIn(server.port)
    client.send({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['nothing'] })
    expect((await client.next('unsuback')).granted).toEqual([0x11])
    client.send({ cmd: 'pubrel', messageId: 9 })
    expect((await client.next('pubcomp')).reasonCode).toBe(0x92)
    client.cut()
  })
})

test('what comes before the sign-in is answered is read after it, and no more of it than may be', async () => {
  const early = await PacketClient.open(server.port)
  early.send(connectPacket({}, 5))
  early.send(publish(1))
  await early.next('puback')
  early.cut()
  const flood = await PacketClient.open(server.port)
  flood.send(Buffer.concat([Buffer.from([0x10, 0xff, 0x7f]), Buffer.alloc(8_192)]))
  await flood.untilClosed()
  expect(server.refusals.snapshot()).toMatchObject({ 'mqtt.unauthenticated_bytes': 1 })
})

test('a client that stops tells those with MQTT 5 why', async () => {
  const own = await ProtocolServer.start()
  const client = await PacketClient.signIn(own.port)
  own.mqtt.stop()
  expect((await client.next('disconnect')).reasonCode).toBe(0x8b)
  await client.untilClosed()
  await own.stop()
})

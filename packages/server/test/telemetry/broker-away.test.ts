import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMosquitto, Mosquitto } from '../support/mosquitto.ts'
import { ScriptedBroker } from '../support/scripted-broker.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { connected, removeSubscriber, subscriber, untilStatus } from './support/subscribers.ts'

/** For how many attempts to connect the broker is away: about three minutes with `BROKER_AWAY_ATTEMPTS=11`. */
const AWAY_ATTEMPTS = Number(process.env.BROKER_AWAY_ATTEMPTS ?? 2)
const HANGING_MS = 300_000
const ATTEMPT_MS = 60_000
const MANY = 300
const app = useTestApp()

/** @param from which of the records of the test is the first: no two have the same time */
function records(from: number, count: number): string[] {
  const start = Date.now() - 600_000
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({ lastSeen: new Date(start + from + n).toISOString(), totalCycles: from + n }),
  )
}

async function stored(machineID: string) {
  const [row] = await app.sql<{ records: number; counted: number }>(
    `SELECT count(*)::int AS records,
       (SELECT coalesce(sum(records), 0)::int FROM minute_rollup WHERE machine_key = key) AS counted
     FROM machine JOIN record ON machine_key = key WHERE machine_id = $1 GROUP BY key`,
    [machineID],
  )
  return row ?? { records: 0, counted: 0 }
}

/** Prevents the ingest from committing until the returned function is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  const holder = await app.connection()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE record IN SHARE MODE')
  return async () => void (await holder.query('COMMIT'))
}

describe.skipIf(!hasMosquitto())('a broker with its messages on the disk (skipped without Mosquitto)', () => {
  let mosquitto: Mosquitto

  beforeAll(async () => {
    mosquitto = await Mosquitto.start({ isPersistent: true })
  })

  afterAll(async () => {
    await mosquitto.stop()
  })

  test.each([
    { qos: 1, protocol: '3.1.1' },
    { qos: 2, protocol: '5' },
  ])(
    `that is killed and away for ${AWAY_ATTEMPTS} attempts brings what it has acknowledged, once (QoS $qos, MQTT $protocol)`,
    {
      timeout: HANGING_MS + AWAY_ATTEMPTS * ATTEMPT_MS,
    },
    async ({ qos, protocol }) => {
      const machineID = `AWAY-${qos}`
      const topicFilter = `packhouse/${machineID}/record`
      const given = { brokerUrl: mosquitto.url, topicFilter, qos, protocol }
      const { id } = await connected(app, given)
      const untilTaken = (count: number) =>
        until(`${count} messages`, async () => (await subscriber(app, id)).messageCount >= count)

      // The broker saves while all are under way, and so knows nothing of our acknowledgements of the first ones.
      const release = await holdCommits()
      mosquitto.publishLines(topicFilter, records(0, MANY))
      await untilTaken(MANY)
      await mosquitto.save()
      await release()
      await until('the first ones', async () => (await stored(machineID)).records === MANY)

      // Of these it knows that they are not acknowledged.
      const releaseMore = await holdCommits()
      mosquitto.publishLines(topicFilter, records(MANY, MANY))
      await untilTaken(2 * MANY)
      await mosquitto.save()
      await mosquitto.kill()
      await releaseMore()

      const { errorCount, lastError } = await untilStatus(app, id, 'waiting')
      expect(lastError).toContain(mosquitto.url)
      // It tries again and again; `reconnection.test.ts` shows how rarely.
      for (let failed = 1; failed <= AWAY_ATTEMPTS; failed++) {
        const tried = await until(`attempt ${failed}`, async () => {
          const now = await subscriber(app, id)
          expect(['waiting', 'connecting']).toContain(now.status)
          expect((await app.anonymous.get('/v1/health')).status).toBe(200)
          return now.errorCount >= errorCount + failed && now
        })
        expect(tried.lastError).toContain('Nothing listens at')
      }

      await mosquitto.listen()
      mosquitto.publishLines(topicFilter, records(2 * MANY, MANY))
      await until('its return', async () => (await subscriber(app, id)).status === 'connected')
      await until('all of them', async () => (await stored(machineID)).records === 3 * MANY)
      // More have come than there are: the broker has repeated those that were under way.
      await untilTaken(3 * MANY + 1)
      mosquitto.publishLines(topicFilter, records(3 * MANY, 1))
      await until('one more', async () => (await stored(machineID)).records > 3 * MANY)
      expect(await stored(machineID)).toEqual({ records: 3 * MANY + 1, counted: 3 * MANY + 1 })
      await removeSubscriber(app, id)
    },
  )
})

test('a broker that has forgotten what it sent last loses nothing: a new message under an id that is not released is taken', async () => {
  const broker = await ScriptedBroker.start()
  const topicFilter = 'packhouse/FORGETFUL-1/record'
  const [first = '', second = '', third = ''] = records(0, 3)
  const given = { brokerUrl: broker.url, topicFilter, qos: 2, protocol: '3.1.1' }
  const { id } = await connected(app, given)
  const untilTaken = (count: number) => until(`${count} taken`, () => broker.taken.length === count)
  broker.publish(topicFilter, first, 7)
  await untilTaken(1)
  broker.drop()
  await until('its return', () => broker.subscriptions === 2)
  // The same message again, as it should be; then others under the same id, as after a restart from an older state.
  broker.publish(topicFilter, first, 7, { isRepeated: true })
  await untilTaken(2)
  broker.publish(topicFilter, second, 7)
  await untilTaken(3)
  broker.publish(topicFilter, third, 8)
  await untilTaken(4)
  expect(await stored('FORGETFUL-1')).toEqual({ records: 3, counted: 3 })
  await removeSubscriber(app, id)
  await broker.stop()
})

test.each([1, 2])(
  'what was stored when the server ended, and the broker sends again to the next, counts once without a time too (QoS %i)',
  async (qos) => {
    const broker = await ScriptedBroker.start()
    const machineID = `AGAIN-${qos}`
    const topicFilter = `packhouse/${machineID}/record`
    const { id } = await connected(app, { brokerUrl: broker.url, topicFilter, qos, protocol: '3.1.1' })
    const untilTaken = (count: number) => until(`${count} taken`, () => broker.taken.length === count)
    const same = '{"totalRejects":3}'
    for (const packet of [7, 8]) broker.publish(topicFilter, same, packet, { qos })
    await untilTaken(2)
    expect((await stored(machineID)).records).toBe(2)

    await app.stopProduct()
    await app.startProduct()
    await until('its return', () => broker.subscriptions === 2)
    for (const packet of [7, 8]) broker.publish(topicFilter, same, packet, { qos, isRepeated: true })
    await untilTaken(4)
    expect((await stored(machineID)).records).toBe(2)
    // The same content under a number of its own, and one that the broker sends for the first time, are new.
    broker.publish(topicFilter, same, 9, { qos, isRepeated: true })
    if (qos === 1) broker.publish(topicFilter, same, 7, { qos })
    await untilTaken(qos === 1 ? 6 : 5)
    expect((await stored(machineID)).records).toBe(qos === 1 ? 4 : 3)
    await removeSubscriber(app, id)
    await broker.stop()
  },
)

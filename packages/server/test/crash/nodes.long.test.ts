import { expect, inject, test } from 'vitest'
import { connectTo, HangingNode } from '../support/hanging-node.ts'
import { type TestNode, TestNodes } from '../support/nodes.ts'
import { ReturningReader } from '../support/returning-reader.ts'
import { seed } from '../support/seed.ts'
import { until } from '../support/until.ts'

const MACHINE = 'VFFS-2214'
const OTHER = 'FLW-0904'
const STUCK = 'STUCK-1'
const HOT = { name: 'Hot', kind: 'value', tag: 'temperature', comparison: 'above', limit: '-1' }
const SET_SPEED = {
  canonicalTag: 'setSpeed',
  address: 'set',
  role: 'other',
  unit: 'cycles/min',
  writable: true,
  writeTopic: 'line/{machineID}/set',
  writePayload: '{"speed": {value}}',
}

/** Many kills of many nodes are in `scripts/faults/nodes.ts`. */
test(`an api, an ingest and a worker process are one installation, and lose nothing when an ingest does not come to its end, and another is killed (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const nodes = await TestNodes.create(inject('databaseServer'))
  try {
    // A node without a worker waits for the schema.
    const api = await nodes.start('api')
    const worker = await nodes.start('worker')
    const stuck = await nodes.start('ingest', { DRAIN_SECONDS: '1' })
    for (const node of [worker, stuck]) await nodes.ready(node)
    await nodes.ready(api)
    const staff = await nodes.signIn(api)
    const reader = new ReturningReader(
      async () => [await nodes.portOf(api)],
      () => staff.headers(),
    )
    const rule = await staff.post('/v1/alarm-rules', HOT)
    expect(rule.status, rule.text).toBe(201)

    const alarmed = async () =>
      await nodes.sql<{ machine: string; alarms: number }>(
        `SELECT machine_id AS machine, count(*)::int AS alarms FROM alarm JOIN machine ON key = machine_key
         WHERE machine_id IN ($1, $2) GROUP BY 1 ORDER BY 1`,
        [OTHER, MACHINE],
      )
    // What waits for a row below has a lock on the table of records, behind which no partition can be made: those that devices need are made before.
    for (const hours of [22, 20, 18]) await publishTo(stuck, OTHER, { lastSeen: hoursAgo(hours), totalCycles: 1 })
    await publishTo(stuck, OTHER, { temperature: 50 })
    await until('an alarm', async () => (await alarmed()).length === 1)

    // What it owns passes on while it still tries to store what it was sent.
    const owners = () => nodes.sql<{ owner: string }>(`SELECT owner::text FROM lease WHERE name = 'alarms'`)
    const [before] = await owners()
    const hanging = await HangingNode.of(nodes, stuck, STUCK)
    const ingest = await nodes.start('ingest')
    await nodes.ready(ingest)
    await until('another owner of alarms', async () => {
      const [now] = await owners()
      return now !== undefined && now.owner !== null && now.owner !== before?.owner
    })
    expect(stuck.process.end).toBeUndefined()

    await nodes.publish(seed)
    await nodes.underLoad()
    await nodes.kill(ingest)
    const next = await nodes.start('ingest')
    await nodes.ready(next)
    await nodes.publish(seed)
    // Nobody judges before the lease of the killed node is over.
    await publishTo(next, OTHER, { temperature: 60 })
    await publishTo(next, MACHINE, { temperature: 50 })
    await nodes.underLoad()
    expect(await nodes.verify()).toBeGreaterThan(100)
    await until('an alarm after the takeover', async () => (await alarmed()).length === 2)
    expect(await alarmed()).toEqual([
      { machine: OTHER, alarms: 1 },
      { machine: MACHINE, alarms: 1 },
    ])

    // What the ingest has stored is shown by the api, and a value goes the other way.
    const machine = await connectTo(next)
    const received: string[] = []
    machine.client.on('message', (topic, payload) => received.push(`${topic} ${payload}`))
    const [row] = await nodes.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [MACHINE])
    const map = await staff.post('/v1/ignition/tag-maps', {
      name: 'Writing',
      source: 'json',
      machineId: row?.id,
      entries: [SET_SPEED],
    })
    expect(map.status, map.text).toBe(201)
    await staff.call('rollOutTagMap', { params: { id: (map.body as { id: string }).id }, body: { version: 1 } })
    const subscribe = () => machine.client.subscribeAsync(`line/${MACHINE}/set`)
    await until('the tag map in use', () =>
      subscribe().then(
        () => true,
        () => false,
      ),
    )
    await machine.publish(MACHINE, { set: 30 })
    await until('the value sent', async () => {
      const answer = await staff.post(`/v1/ignition/machines/${MACHINE}/commands`, { tag: 'setSpeed', value: 42 })
      return answer.status === 201
    })
    await until('the value', () => received.includes(`line/${MACHINE}/set {"speed": 42}`))
    await machine.publish(MACHINE, { set: 42 })
    const newest = async () => (await staff.call('machineCommands', { params: { id: MACHINE } })).commands[0]
    await until('the confirmation', async () => (await newest())?.outcome === 'confirmed')
    const { code } = await hanging.end
    expect([code, hanging.isAcknowledged]).toEqual([1, false])
    expect(hanging.output).toContain('The process has not ended within 25 s and is ended now.')
    await hanging.release(next)
    expect(await storedOf(nodes, STUCK)).toEqual([1, 2])
    expect(reader.isOpen).toBe(true)
    await reader.close()
    await machine.close()

    const ends = await Promise.all([api, next, worker].map((node) => nodes.stop(node)))
    expect(ends.map((end) => end.code)).toEqual([0, 0, 0])
    expect(await nodes.sql('SELECT id FROM node')).toHaveLength(2)
    expect(await nodes.sql('SELECT name FROM lease WHERE owner IS NOT NULL')).toEqual([])
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${nodes.output}`, { cause: error })
  } finally {
    await nodes.end()
  }
})

/** The numbers of cycles in the records of a machine, in their order. */
async function storedOf(nodes: TestNodes, machine: string): Promise<number[]> {
  const rows = await nodes.sql<{ cycles: number }>(
    `SELECT total_cycles::int AS cycles FROM record JOIN machine ON key = machine_key WHERE machine_id = $1 ORDER BY at`,
    [machine],
  )
  return rows.map(({ cycles }) => cycles)
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString()
}

async function publishTo(node: TestNode, machine: string, values: Record<string, number | string>): Promise<void> {
  const device = await connectTo(node)
  await device.publish(machine, values)
  await device.close()
}

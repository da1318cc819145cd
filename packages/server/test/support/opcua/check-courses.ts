import { expect, vi } from 'vitest'
import { loadOpcua } from '../../../src/connect/opcua/library.ts'
import { randomNumbers, seed } from '../seed.ts'
import { type Delivered, entry, newestOf, SAMPLING_MS, Site, STATE_NODE, STATES, type Stored, tagOf } from './site.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** How the clock of a node runs. */
type Clock = 'right' | 'ahead' | 'behind' | 'none'

interface Node {
  id: string
  clock: Clock
  /** The newest time that it has named. */
  newest: number
}

/**
 * What a historian holds of nodes with a right clock: every value at its own time, and what a session begins with also at its
 * beginning, since it is true then.
 */
function wanted({ delivered }: Site, nodes: readonly Node[]): Stored[] {
  const readings: Stored[] = []
  for (const { id, clock } of nodes) {
    if (clock !== 'right') continue
    let newest = Number.NEGATIVE_INFINITY
    let stored = Number.NEGATIVE_INFINITY
    let before: Delivered | undefined
    const own = delivered.filter(({ node }) => node === id)
    for (const one of own) {
      const { value, source, at, session } = one
      const first = own.filter((other) => other.session === session)
      const atOnce = first.filter((other) => other.at === first[0]?.at)
      const isTrueNow = one === newestOf(atOnce)
      const isInitial = one === first[0]
      const isRepeat = one.by === 'read' && !isInitial && before?.value === value
      const isUnknown = newest === Number.NEGATIVE_INFINITY
      // What was there when nothing was known may be there for ever.
      const isOld = isUnknown && (isTrueNow ? source < at : isInitial)
      const isTold = isInitial && source <= newest
      // What is read is the value of then, where it has not changed since the last reading.
      const time = one.by === 'read' && source <= stored ? at : source
      if (!isRepeat && !isTold && !isOld) readings.push(`${tagOf(id)} ${time} ${value}`)
      if (isTrueNow && source < at) readings.push(`${tagOf(id)} ${at} ${value}`)
      if (!isRepeat) stored = Math.max(stored, isTrueNow ? at : time)
      if (!isRepeat && (isTrueNow || !isOld)) newest = Math.max(newest, source)
      before = one
    }
  }
  return readings
}

/** Plays so many random courses of sessions, and compares what is stored with a plain account of what the server has sent. Needs a clock that tests move. */
export async function checkCourses(courses: number): Promise<void> {
  const { StatusCodes } = await loadOpcua()
  for (let course = 0; course < courses; course += 1) {
    const random = randomNumbers(seed + course)
    const pick = (most: number) => Math.floor(random() * most)
    const count = 2 + pick(9)
    const clocks: Clock[] = ['right', 'right', 'right', 'ahead', 'behind', 'none']
    const nodes = Array.from({ length: count }, (_, place): Node => {
      return { id: `ns=1;s=n${place + 1}`, clock: clocks[pick(clocks.length)] ?? 'right', newest: 0 }
    })
    const hasState = random() < 0.5
    const limit = 1 + pick(count)
    const site = new Site(
      nodes.map(({ id }) => id),
      {
        ...(random() < 0.5 && { limits: { read: limit, monitor: limit } }),
        ...(random() < 0.3 && { taken: { read: limit, monitor: limit } }),
        ...(random() < 0.4 && { items: pick(count + 1) }),
      },
      { skew: pick(3_000) - 1_500, hasState },
    )
    site.live.register(entry)
    const change = (node: Node, isOld = false) => {
      const offset = { right: 0, none: 0, ahead: 5 * HOUR, behind: -3 * HOUR }[node.clock]
      const told = site.newestTold(node.id)
      const isLate = node.clock === 'right' && told !== undefined && random() < 0.1
      const own = site.now + offset - (isOld ? pick(20 * MINUTE) : 0)
      const source = isLate ? told - 1 - pick(20_000) : Math.max(own, node.newest + 1)
      node.newest = Math.max(node.newest, source)
      const isBad = random() < 0.15
      const status = isBad ? StatusCodes.BadSensorFailure : StatusCodes.Good
      const value = pick(hasState && node.id === STATE_NODE ? STATES.length : 1_000)
      site.server.set(node.id, isBad ? 0 : value, node.clock === 'none' ? null : source, status)
    }
    for (const node of nodes) change(node, true)
    for (let step = 0; step < 25; step += 1) {
      await vi.advanceTimersByTimeAsync(50 + pick(2_000))
      const before = site.records.length
      for (const node of nodes) while (random() < 0.3) change(node)
      if (!site.isConnected) {
        expect(site.records.length).toBe(before)
        if (random() < 0.4) await site.connect()
      } else if (random() < 0.06) site.end()
      // Where it is not sent, what has changed waits at the server.
      else if (random() < 0.8) site.publish()
    }
    if (!site.isConnected) await site.connect()
    site.publish()
    await vi.advanceTimersByTimeAsync(2 * SAMPLING_MS)
    site.publish()
    const right = new Set(nodes.flatMap(({ id, clock }) => (clock === 'right' ? [tagOf(id)] : [])))
    const stored = site.stored().filter((text) => right.has(text.split(' ')[0] ?? ''))
    const due = wanted(site, nodes)
    // A value that is sent twice with the same time, such as after a new session, is one.
    expect([...new Set(stored)].toSorted(), `course ${course}`).toEqual([...new Set(due)].toSorted())
    expect(stored.length, `course ${course}`).toBeLessThanOrEqual(due.length)
    for (const { id, clock } of nodes) {
      const seen = site.delivered.filter(({ node, session }) => node === id && session === site.session)
      const last = clock === 'right' && seen.at(-1)?.by !== 'read' ? newestOf(seen) : seen.at(-1)
      expect(site.newest(tagOf(id)), `course ${course}, ${clock} ${id}`).toBe(last?.value)
    }
    await site.watch.stop()
  }
}

import { type ReportedState, stateGroup } from '@packhouse/contract'
import { stepBetween } from '../recount.ts'
import type { Message, MetricValue, SentReading } from './message.ts'
import type { SessionEvent } from './session.ts'

/**
 * What a perfect historian would hold of a session of Sparkplug B, in the plainest way there is: it knows every message by its number, puts
 * what they say into the order of time, and counts from the beginning. It follows decision 0077 and Sparkplug 3.0.0, and shares nothing
 * with the product.
 */

const STALE_MS = 60_000
const PULSE_MS = STALE_MS / 3
const MOST_AHEAD_MS = 300_000
const MINUTE_MS = 60_000
/** The place in a millisecond of what is no message. */
const BEHIND_MESSAGES = 1e9

/** ISA-TR88.00.02, by their numbers. */
const states = (
  'Clearing Stopped Starting Idle Suspended Execute Stopping Aborting Aborted Holding Held Unholding Suspending ' +
  'Unsuspending Resetting Completing Complete'
).split(' ')

const fields = new Map([
  ['Status/StateCurrent', 'machineState'],
  ['Admin/ProdProcessedCount', 'totalCycles'],
  ['Admin/ProdDefectiveCount', 'totalRejects'],
  ['Status/CurMachSpeed', 'cyclesPerMin'],
  ['Temperature', 'temperature'],
])
const measured = ['cyclesPerMin', 'temperature', 'humidity'] as const
const counters = ['totalCycles', 'totalRejects'] as const
const columns = [
  'totalCycles',
  'totalRejects',
  'cyclesPerMin',
  'machineState',
  'temperature',
  'humidity',
  'latitude',
  'longitude',
]

/** What was reported at one instant. */
interface Point {
  /** Unix ms. */
  at: number
  /** Its place among those of the same millisecond. */
  place: number
  /** How often the product had been restarted when it came. */
  restarts: number
  fields: Map<string, MetricValue>
  readings: Map<string, MetricValue>
  /** Whether there are no other readings. */
  isWhole: boolean
  ends: boolean
}

/** What a machine comes to. Times are Unix ms. */
export interface MachineView {
  newest: Record<string, MetricValue>
  readings: Record<string, MetricValue>
  at: number
  ended: boolean
  since: number | null
  intervals: { from: number; to: number; state: string }[]
  minutes: Record<string, Record<string, number>>
  history: Record<string, [number, MetricValue][]>
  csv: string
}

interface Life {
  machine: string
  /** Whether our connection is the one over which it was heard. */
  isConnected: boolean
  lead: number
  newest: number
  /** When we reported it as alive at last. */
  pulsedAt: number
  heardAt: number
}

interface KnownNode {
  bdSeq: number | undefined
  /** By device, '' for the node itself. */
  aliases: Map<string, Map<number, string>>
}

interface Host {
  taken: Set<number>
  nodes: Map<string, KnownNode>
  /** By node and device. */
  lives: Map<string, Life>
}

export class Historian {
  readonly #points = new Map<string, Map<string, Point>>()
  /** The time of the newest point of each machine at each restart. */
  readonly #restarts: Map<string, number>[] = []
  readonly #machineNodes: readonly string[]
  #hosts = new Map<number, Host>()
  /** Which node has the plain name of a device. */
  #holders = new Map<string, string>()

  constructor(machineNodes: readonly string[], events: readonly SessionEvent[]) {
    this.#machineNodes = machineNodes
    for (const event of events) this.#take(event)
  }

  view(): Record<string, MachineView> {
    const machines = [...this.#points].map(
      ([name, points]) => [name, this.#viewOf(name, [...points.values()])] as const,
    )
    return inOrder(Object.fromEntries(machines))
  }

  #take(event: SessionEvent): void {
    if (event.kind === 'message') this.#takeMessage(this.#host(event.host), event.message, event.now)
    else if (event.kind === 'round') for (const host of this.#hosts.values()) this.#round(host, event.now)
    else if (event.kind === 'lost') {
      for (const [id, life] of this.#host(event.host).lives) this.#disconnect(id, life)
    } else if (event.kind === 'restart') {
      this.#hosts = new Map()
      this.#holders = new Map()
      const newest = [...this.#points].map(([name, points]) => [name, newestOf([...points.values()])] as const)
      this.#restarts.push(new Map(newest))
    }
  }

  #host(place: number): Host {
    const host = this.#hosts.get(place) ?? { taken: new Set(), nodes: new Map(), lives: new Map() }
    this.#hosts.set(place, host)
    return host
  }

  #takeMessage(host: Host, message: Message, now: number): void {
    if (host.taken.has(message.id)) return
    const { node, device = '', kind, bdSeq } = message
    const known = host.nodes.get(node)
    if (kind === 'NDEATH') {
      if (known === undefined || known.bdSeq !== bdSeq) return
      host.nodes.delete(node)
      for (const id of host.lives.keys()) if (id.startsWith(`${node}/`)) this.#die(host, id, message, now)
    } else if (kind === 'NBIRTH') {
      host.nodes.set(node, { bdSeq, aliases: new Map() })
      for (const [id, life] of host.lives) {
        if (!id.startsWith(`${node}/`)) continue
        this.#disconnect(id, life)
        host.lives.delete(id)
      }
    } else if (known === undefined) return
    else if (kind === 'DDEATH') {
      known.aliases.delete(device)
      this.#die(host, `${node}/${device}`, message, now)
    } else if (kind !== 'DBIRTH' && !known.aliases.has(device)) return
    host.taken.add(message.id)
    if (!kind.endsWith('DEATH')) this.#read(host, message, now)
  }

  #read(host: Host, message: Message, now: number): void {
    const { node, device = '', kind, readings, sentAt = now } = message
    const aliases = host.nodes.get(node)?.aliases
    const isBirth = kind.endsWith('BIRTH')
    if (isBirth) aliases?.set(device, new Map(readings.map(({ alias, name }) => [alias ?? 0, name ?? ''])))
    const named = readings.flatMap((reading): NamedReading[] => {
      const name = reading.name ?? aliases?.get(device)?.get(reading.alias ?? 0)
      return name === undefined ? [] : [{ ...reading, name }]
    })
    const machine = this.#machineOf(node, device)
    if (machine === undefined) return
    const timeOf = ({ at = sentAt, isHistorical }: SentReading) =>
      isBirth && at < sentAt && !isHistorical ? sentAt : at
    const times = Map.groupBy(named, timeOf)
    const isCurrent = isBirth || readings.length === 0 || readings.some(({ isHistorical }) => !isHistorical)
    if (isBirth || (times.size === 0 && isCurrent)) times.set(sentAt, times.get(sentAt) ?? [])
    for (const [at, some] of times) {
      const isWhole = isBirth && at === sentAt
      // A birth says how it is; otherwise several values of one metric are facts of their own.
      const facts = isWhole ? [some] : factsOf(some)
      for (const [n, fact] of facts.entries())
        this.#add(machine, pointOf(fact, { at, place: message.id + n / 1_000, isWhole }))
    }
    const id = `${node}/${device}`
    const former = host.lives.get(id)
    if (former !== undefined) former.newest = Math.max(former.newest, ...times.keys())
    if (!isCurrent) return
    const life =
      former?.machine === machine
        ? former
        : { machine, isConnected: true, lead: -Infinity, newest: -Infinity, pulsedAt: -Infinity, heardAt: now }
    host.lives.set(id, life)
    life.isConnected = true
    life.lead = Math.max(life.lead, Math.min(sentAt - now, MOST_AHEAD_MS))
    life.newest = Math.max(life.newest, ...times.keys())
    life.heardAt = now
  }

  /** Decision 0018: the device's own name, or the full one where another edge node brings that name or a machine has the full one. */
  #machineOf(node: string, device: string): string | undefined {
    if (device === '') return this.#machineNodes.includes(node) ? node : undefined
    const full = `g.${node}.${device}`
    if (this.#points.has(full)) return full
    const holder = this.#holders.get(device) ?? node
    if (holder !== node) return full
    this.#holders.set(device, node)
    return device
  }

  #disconnect(id: string, life: Life): void {
    life.isConnected = false
    const [node = '', device = ''] = id.split('/')
    if (this.#holders.get(device) === node) this.#holders.delete(device)
  }

  #die(host: Host, id: string, message: Message, now: number): void {
    const life = host.lives.get(id)
    if (life === undefined) return
    host.lives.delete(id)
    this.#disconnect(id, life)
    const at = Math.max(message.sentAt ?? now + life.lead, life.newest)
    const place = message.id + (life.pulsedAt === at ? BEHIND_MESSAGES : 0)
    this.#add(life.machine, { ...pointOf([], { at, place, isWhole: false }), ends: true })
  }

  /** What lives and has been silent goes on. */
  #round({ lives }: Host, now: number): void {
    for (const life of lives.values()) {
      if (!life.isConnected || now - life.heardAt < PULSE_MS || life.lead < -STALE_MS) continue
      const at = now + life.lead
      if (at <= life.newest) continue
      this.#add(life.machine, pointOf([], { at, place: BEHIND_MESSAGES, isWhole: false }))
      life.newest = at
      life.pulsedAt = at
      life.heardAt = now
    }
  }

  #add(machine: string, point: Point): void {
    const points = this.#points.get(machine) ?? new Map()
    this.#points.set(machine, points)
    const id = `${point.at} ${point.place}`
    if (!points.has(id)) points.set(id, { ...point, restarts: this.#restarts.length })
  }

  #viewOf(name: string, unordered: Point[]): MachineView {
    const points = unordered.toSorted((a, b) => a.at - b.at || a.place - b.place)
    const newest = points.at(-1)
    const floors = this.#restarts.map((times) => times.get(name) ?? Number.NEGATIVE_INFINITY)
    const stays = staysOf(points)
    const last = stays.at(-1)
    return {
      ...newestValues(points, floors),
      at: newest?.at ?? 0,
      ended: newest?.ends ?? false,
      since: last?.isOpen ? last.from : null,
      intervals: stays
        .filter(({ isOpen, state, from, to }) => !isOpen && state !== 'Unknown' && to > from)
        .map(({ isOpen: _, ...stay }) => stay),
      minutes: inOrder(minutesOf(points), (row) => inOrder(row)),
      history: inOrder(historyOf(points)),
      csv: csvOf(points),
    }
  }
}

type NamedReading = SentReading & { name: string }

/** What was read: nothing where its quality is not good, or where it is no number or too long. */
function goodOf({ value, quality = 192 }: SentReading): MetricValue {
  const canBeHeld = typeof value === 'string' ? value.length <= 1_024 : Number.isFinite(Number(value))
  return quality >= 192 && quality <= 255 && canBeHeld ? value : null
}

/** The readings of one time of a message, apart where a metric gets another value. */
function factsOf(readings: readonly NamedReading[]): NamedReading[][] {
  const facts: NamedReading[][] = [[]]
  for (const reading of readings) {
    const before = facts.at(-1)?.find(({ name }) => name === reading.name)
    if (before !== undefined && goodOf(before) !== goodOf(reading)) facts.push([])
    facts.at(-1)?.push(reading)
  }
  return facts
}

function pointOf(
  readings: readonly NamedReading[],
  { at, place, isWhole }: Pick<Point, 'at' | 'place' | 'isWhole'>,
): Point {
  const point: Point = { at, place, isWhole, restarts: 0, fields: new Map(), readings: new Map(), ends: false }
  // Of two of one metric the last counts.
  for (const reading of new Map(readings.map((one) => [one.name, one])).values()) {
    const { name } = reading
    const read = goodOf(reading)
    const good = name === 'Temperature' && Number(read) > 2_000 ? null : read
    const field = fields.get(name)
    if (field === undefined) point.readings.set(name, good)
    else if (field === 'machineState')
      point.fields.set(field, good === null ? 'Unknown' : (states[Number(good) - 1] ?? 'Unknown'))
    else if (good !== null || field.startsWith('total') === false) point.fields.set(field, good)
  }
  return point
}

/** In the order of the names, so that two texts of it are the same. */
export function inOrder<T>(values: Record<string, T>, each: (value: T) => T = (value) => value): Record<string, T> {
  const entries = Object.entries(values).map(([name, value]): [string, T] => [name, each(value)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function newestOf(points: readonly Point[]): number {
  return Math.max(...points.map(({ at }) => at))
}

/** By time; what was known before a restart counts as of the newest point then. */
function newestValues(points: readonly Point[], floors: readonly number[]) {
  type Timed = { at: number; value: MetricValue }
  const newest: Record<string, MetricValue> = {}
  let readings = new Map<string, Timed>()
  let wholeAt = Number.NEGATIVE_INFINITY
  const measuredAt = new Map<string, Timed>()
  for (let restarts = 0; restarts <= floors.length; restarts++) {
    const floor = floors[restarts - 1]
    if (floor !== undefined && floor > Number.NEGATIVE_INFINITY) {
      for (const timed of [...readings.values(), ...measuredAt.values()]) timed.at = floor
      for (const name of measured) if (!measuredAt.has(name)) measuredAt.set(name, { at: floor, value: null })
      wholeAt = floor
    }
    for (const point of points.filter((one) => one.restarts === restarts)) {
      const { at } = point
      for (const name of measured) {
        const value = point.fields.get(name)
        if (value === undefined) continue
        const known = measuredAt.get(name)
        if (known === undefined || at >= known.at) measuredAt.set(name, { at, value })
      }
      if (point.isWhole && at >= wholeAt) {
        wholeAt = at
        readings = new Map([...readings].filter(([, known]) => at < known.at))
      }
      for (const [name, value] of point.readings) {
        const known = readings.get(name)
        if (at < wholeAt || (known !== undefined && at < known.at)) continue
        readings.set(name, { at, value })
      }
    }
  }
  for (const name of [...counters, 'machineState']) {
    const last = points.findLast((one) => one.fields.has(name) || (name === 'machineState' && one.ends))
    newest[name] = last === undefined ? null : last.ends ? 'Unknown' : (last.fields.get(name) ?? null)
  }
  for (const name of measured) newest[name] = measuredAt.get(name)?.value ?? null
  const plain = [...readings].map(([name, { value }]): [string, MetricValue] => [name, value])
  return { newest, readings: inOrder(Object.fromEntries(plain)) }
}

/** From each point to the next, at most as long as it speaks; in the state that was reported last. */
function held(points: readonly Point[]) {
  let state: string | undefined
  return points.map((point, index) => {
    state = point.ends ? 'Unknown' : String(point.fields.get('machineState') ?? state ?? '')
    const next = points[index + 1]?.at
    const until = point.at + STALE_MS
    return {
      from: point.at,
      to: next === undefined ? point.at : Math.min(next, until),
      state,
      isCut: next !== undefined && next > until,
    }
  })
}

/** The times in one state; the last one is open. */
function staysOf(points: readonly Point[]) {
  const stays: { from: number; to: number; state: string; isOpen: boolean }[] = []
  let isCut = false
  const parts = held(points)
  parts.forEach((part, index) => {
    const isOpen = index === parts.length - 1
    const last = stays.at(-1)
    if (part.state === '') return
    if (last !== undefined && !isCut && last.state === part.state) Object.assign(last, { to: part.to, isOpen })
    else stays.push({ from: part.from, to: part.to, state: part.state, isOpen })
    isCut = part.isCut
  })
  return stays
}

function minutesOf(points: readonly Point[]): MachineView['minutes'] {
  const minutes: Record<string, Record<string, number>> = {}
  const add = (at: number, name: string, by: number) => {
    if (by === 0) return
    const start = new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString()
    minutes[start] ??= {}
    minutes[start][name] = (minutes[start][name] ?? 0) + by
  }
  for (const point of points) {
    add(point.at, 'records', 1)
    for (const [field, name] of [
      ['cyclesPerMin', 'speed'],
      ['temperature', 'temperature'],
      ['humidity', 'humidity'],
    ] as const) {
      const value = point.fields.get(field)
      if (typeof value !== 'number') continue
      add(point.at, `${name}Sum`, value)
      add(point.at, `${name}Count`, 1)
    }
    if (typeof point.fields.get('totalRejects') === 'number') add(point.at, 'rejectsCount', 1)
  }
  for (const [field, name] of [
    ['totalCycles', 'cycles'],
    ['totalRejects', 'rejects'],
  ] as const) {
    for (const { at, step } of stepsOf(points, field)) add(at, name, step)
  }
  for (const { from, to, state } of held(points)) {
    if (state === '' || state === 'Unknown') continue
    const name = `${stateGroup(state as ReportedState).toLowerCase()}Ms`
    for (let at = from; at < to; ) {
      const end = Math.min(to, Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS)
      add(at, name, end - at)
      at = end
    }
  }
  return minutes
}

/** What a counter went on by: docs/counting.md, rules 5 to 7. */
function stepsOf(points: readonly Point[], field: string): { at: number; step: number }[] {
  let before: { at: number; value: number } | undefined
  return points.flatMap(({ at, fields: own }) => {
    const value = own.get(field)
    if (typeof value !== 'number') return []
    const last = before
    before = { at, value }
    return last === undefined
      ? []
      : [{ at, step: stepBetween({ at: last.at, cycles: last.value }, { at, cycles: value }) }]
  })
}

/** What each tag was, over time. */
function historyOf(points: readonly Point[]): MachineView['history'] {
  const history: MachineView['history'] = {}
  for (const { at, fields: own, readings } of points) {
    for (const [name, value] of [...own, ...readings]) {
      history[name] ??= []
      history[name].push([at, value])
    }
  }
  return history
}

function csvOf(points: readonly Point[]): string {
  const names = [...new Set(points.flatMap(({ readings }) => [...readings.keys()]))].sort()
  const lines = points.map((point) => {
    const own = columns.map((name) => (name === 'machineState' && point.ends ? 'Unknown' : point.fields.get(name)))
    const cells = [...own, ...names.map((name) => point.readings.get(name))]
    return [new Date(point.at).toISOString(), ...cells.map((cell) => String(cell ?? ''))].join(',')
  })
  return [['time', ...columns, ...names].join(','), ...lines].join('\n')
}

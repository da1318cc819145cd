import fc from 'fast-check'
import { type Message, type MetricValue, metrics, type SentReading } from './message.ts'

/** Steps that any order makes sense of, so that a failing session shrinks: what cannot happen at a time does not. */
export type Act =
  | { act: 'data'; node: number; device: number; readings: ReadingPlan[]; sentAgo: number }
  | { act: 'node data'; node: number; readings: ReadingPlan[] }
  | { act: 'born'; node: number; birth: BirthPlan }
  | { act: 'device born'; node: number; device: number; birth: BirthPlan }
  | { act: 'device died'; node: number; device: number }
  | { act: 'node died'; node: number }
  | { act: 'old death'; node: number }
  | { act: 'lose'; node: number; messages: number }
  | { act: 'repeat'; host: number; pattern: boolean[] }
  | { act: 'lost'; host: number; isQueued: boolean }
  | { act: 'resumed'; host: number; pattern: boolean[] }
  | { act: 'restart'; unacknowledged: number }
  | { act: 'store' }
export type Step = Act & { wait: number }

interface ReadingPlan {
  metric: number
  n: number
  /** Of the metric itself: before the message was made, ms; or at an instant that others may have too. */
  time: { ago: number } | { instant: number } | undefined
  isHistorical: boolean
  by: 'name' | 'alias' | 'both'
  quality: number | undefined
  isNull: boolean
}

interface BirthPlan {
  n: number
  /** Which metrics are missing. */
  without: number[]
  others: ReadingPlan[]
}

export interface SessionPlan {
  nodes: { offset: number; devices: number; isMachine: boolean; seq: number; sharesName: boolean }[]
  hosts: number
  steps: Step[]
}

/** What the hosts of the product see of a session. Times are Unix ms. */
export type SessionEvent = { now: number } & (
  | { kind: 'message'; host: number; message: Message }
  | { kind: 'round' }
  | { kind: 'lost' | 'resumed'; host: number }
  | { kind: 'restart' }
  | { kind: 'store' }
)

export const BEGIN = Date.parse('2026-11-21T13:58:30.250Z')
/** How long after each other things happen; many in one millisecond. */
const waits = [0, 0, 0, 0, 0, 1, 1, 3, 40, 450, 450, 3_100, 20_900]
/** Longer than a record speaks. */
const silences = [61_500, 130_000]
const ages = [1, 2, 40, 450, 3_100, 64_003, 3_600_007]
/** From before the session, in ms before it. */
const instants = [7_201, 7_200, 7_199, 90_011, 90_010, 3_599_000]
const qualities = [0, 192, 200, 500, 3]
const readings = metrics.map((_, index) => index)

const number = fc.oneof({ weight: 4, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.nat(1_000_000) })
const rarely = (weight: number) => fc.nat(weight).map((n) => n === weight)

const readingPlan: fc.Arbitrary<ReadingPlan> = fc.record({
  metric: fc.constantFrom(...readings, 0, 0, 1),
  n: number,
  time: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: fc.constantFrom(...ages, -1, -907).map((ago) => ({ ago })) },
    { weight: 2, arbitrary: fc.constantFrom(...instants).map((instant) => ({ instant })) },
  ),
  isHistorical: rarely(4),
  by: fc.constantFrom('name', 'alias', 'both'),
  quality: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, fc.constantFrom(...qualities)),
  isNull: rarely(8),
})

const birthPlan: fc.Arbitrary<BirthPlan> = fc.record({
  n: number,
  without: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    fc.uniqueArray(fc.constantFrom(...readings), { maxLength: 5 }),
  ),
  others: fc.array(readingPlan, { maxLength: 3 }),
})

const node = fc.nat(2)
const device = fc.nat(1)
const host = fc.nat(1)
const pattern = fc.array(fc.boolean(), { maxLength: 6 })

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      act: fc.constant('data' as const),
      node,
      device,
      readings: fc.array(readingPlan, { maxLength: 4 }),
      sentAgo: fc.constantFrom(0, 0, 0, 0, 0, 0, 150, 40_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('node data' as const),
      node,
      readings: fc.array(readingPlan, { maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('born' as const), node, birth: birthPlan }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('device born' as const), node, device, birth: birthPlan }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('device died' as const), node, device }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('node died' as const), node }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('old death' as const), node }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('lose' as const), node, messages: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('repeat' as const), host, pattern }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('lost' as const), host, isQueued: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('resumed' as const), host, pattern }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart' as const), unacknowledged: fc.nat(6) }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('store' as const) }) },
)

const wait = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...waits) },
  { weight: 1, arbitrary: fc.constantFrom(...silences) },
)

export const sessionPlan: fc.Arbitrary<SessionPlan> = fc.record({
  nodes: fc.array(
    fc.record({
      offset: fc.constantFrom(0, 0, 0, 90_000, -7_000, -130_000),
      devices: fc.integer({ min: 1, max: 2 }),
      isMachine: rarely(3),
      seq: fc.constantFrom(0, 0, 0, 200, 250, 254),
      sharesName: rarely(5),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  hosts: fc.constantFrom(1, 1, 2),
  steps: fc.array(
    fc.tuple(act, wait).map(([one, time]): Step => ({ ...one, wait: time })),
    { minLength: 1, maxLength: 30, size: 'max' },
  ),
})

interface SimulatedDevice {
  name: string
  isBorn: boolean
}

/** An edge node as the specification has it. */
interface SimulatedNode {
  name: string
  offset: number
  isAlive: boolean
  bdSeq: number
  seq: number
  firstSeq: number
  /** Where its aliases begin: they are others in each life. */
  aliases: number
  devices: SimulatedDevice[]
  losing: number
}

interface SimulatedHost {
  isConnected: boolean
  /** What the broker stores for it while it is away; undefined where it stores nothing. */
  queue: Message[] | undefined
  /** Whether it has missed something: it does not get what only that told from a message with the same number. */
  isIncomplete: boolean
  /** What it has received and could use, newest last; the others were acknowledged and do not come again. */
  received: Message[]
  /** The bdSeq of the edge nodes of whose birth it knows, and the devices likewise. */
  nodes: Map<string, number | undefined>
  devices: Set<string>
}

/** Plays a session: edge nodes, a broker and the connections of the hosts. */
export class Session {
  readonly events: SessionEvent[] = []
  readonly machineNodes: string[]
  readonly #nodes: SimulatedNode[]
  readonly #hosts: SimulatedHost[]
  readonly #begin: number
  #now: number
  #messages = 0
  /** Messages with a time that one with a higher number has had before. */
  readonly #unclear = new Set<number>()
  /** By node and time, the highest number. */
  readonly #numbers = new Map<string, number>()
  /** How often the product was restarted. */
  restarts = 0
  /** What was sent in one may come in the next one: it ends with a restart, and where a broker begins to store messages. */
  #period = 0
  /** By metric and time, in which period a reading was sent. */
  readonly #sentReadings = new Map<string, number>()

  /** @param prefix of the names of edge nodes and devices; @param begin when it begins, Unix ms */
  constructor({ nodes, hosts, steps }: SessionPlan, prefix = '', begin = BEGIN) {
    this.#begin = begin
    this.#now = begin
    this.#nodes = nodes.map(({ offset, devices, seq, sharesName }, place) => ({
      name: `${prefix}n${place}`,
      offset,
      isAlive: false,
      bdSeq: 0,
      seq,
      firstSeq: seq,
      aliases: 0,
      devices: Array.from({ length: devices }, (_, index) => ({
        name: `${prefix}${sharesName && index === 0 ? 'same' : `d${place}${index}`}`,
        isBorn: false,
      })),
      losing: 0,
    }))
    this.machineNodes = nodes.flatMap(({ isMachine }, place) => (isMachine ? [`${prefix}n${place}`] : []))
    this.#hosts = Array.from({ length: hosts }, () => ({
      isConnected: true,
      queue: undefined,
      isIncomplete: false,
      received: [],
      nodes: new Map(),
      devices: new Set(),
    }))
    for (const one of this.#nodes) this.#born(one, { n: 3, without: [], others: [] })
    for (const step of steps) {
      this.#advance(step.wait)
      this.#do(step)
    }
    this.#event({ kind: 'store' })
  }

  /** The end of the session, Unix ms. */
  get now(): number {
    return this.#now
  }

  #do(step: Step): void {
    if (step.act === 'store') this.#event({ kind: 'store' })
    else if (step.act === 'restart') this.#restart(step.unacknowledged)
    else if ('host' in step) this.#toHost(step)
    else this.#toNode(step)
  }

  #toNode(step: Extract<Step, { node: number }>): void {
    const one = this.#nodes[step.node % this.#nodes.length]
    if (one === undefined) return
    if (step.act === 'lose') one.losing += step.messages
    else if (step.act === 'born') {
      // Neither a command to be born again nor a connection takes no time at all.
      this.#advance(1)
      this.#born(one, step.birth)
    } else if (step.act === 'old death') this.#send(one, { kind: 'NDEATH', bdSeq: one.bdSeq - 1 })
    else if (one.isAlive) this.#ofLive(one, step)
  }

  #ofLive(one: SimulatedNode, step: Extract<Step, { node: number }>): void {
    if (step.act === 'node died') {
      one.isAlive = false
      for (const each of one.devices) each.isBorn = false
      this.#send(one, { kind: 'NDEATH', bdSeq: one.bdSeq })
    } else if (step.act === 'node data') this.#data(one, undefined, step.readings, 0)
    else if ('device' in step) {
      const found = one.devices[step.device % one.devices.length]
      if (found === undefined) return
      if (step.act === 'device born') this.#deviceBorn(one, found, step.birth)
      else if (found.isBorn && step.act === 'data') this.#data(one, found.name, step.readings, step.sentAgo)
      else if (found.isBorn && step.act === 'device died') {
        found.isBorn = false
        this.#send(one, { kind: 'DDEATH', device: found.name, sentAt: this.#now + one.offset, seq: this.#nextSeq(one) })
      }
    }
  }

  #born(one: SimulatedNode, birth: BirthPlan): void {
    if (!one.isAlive) one.bdSeq += 1
    one.isAlive = true
    // A host that misses a birth takes aliases by the one before (decision 0018): they are the same then.
    const isHeard =
      one.losing === 0 && this.#hosts.every(({ isConnected, queue }) => isConnected || queue !== undefined)
    if (isHeard) one.aliases += 1
    one.seq = one.firstSeq
    const sentAt = this.#now + one.offset
    const given = this.#birthReadings(one, birth, sentAt)
    this.#send(one, { kind: 'NBIRTH', sentAt, seq: this.#nextSeq(one), bdSeq: one.bdSeq, readings: given })
    for (const each of one.devices) this.#deviceBorn(one, each, birth)
  }

  #deviceBorn(one: SimulatedNode, each: SimulatedDevice, birth: BirthPlan): void {
    each.isBorn = true
    const sentAt = this.#now + one.offset
    const given = this.#birthReadings(one, birth, sentAt)
    this.#send(one, { kind: 'DBIRTH', device: each.name, sentAt, seq: this.#nextSeq(one), readings: given })
  }

  #birthReadings(one: SimulatedNode, { n, without, others }: BirthPlan, sentAt: number): SentReading[] {
    const plain = { time: undefined, isHistorical: false, quality: undefined, isNull: false }
    const isMissed = this.#hosts.some(({ isIncomplete }) => isIncomplete)
    const plans = readings
      .filter((metric) => !without.includes(metric))
      .map(
        (metric) =>
          (isMissed ? undefined : others.find((other) => other.metric === metric)) ?? {
            ...plain,
            metric,
            n: n + metric,
          },
      )
    return plans.map((plan) => this.#reading(one, { ...plan, by: 'both' }, sentAt))
  }

  #data(one: SimulatedNode, name: string | undefined, plans: readonly ReadingPlan[], sentAgo: number): void {
    const sentAt = this.#now + one.offset - sentAgo
    this.#send(one, {
      kind: name === undefined ? 'NDATA' : 'DDATA',
      device: name,
      sentAt,
      seq: this.#nextSeq(one),
      readings: plans.map((plan) => this.#reading(one, plan, sentAt)),
    })
  }

  #reading(one: SimulatedNode, plan: ReadingPlan, sentAt: number): SentReading {
    const { metric, n, time, isHistorical, by, quality, isNull } = plan
    const { name, type, valueFor } = metrics[metric] as (typeof metrics)[number]
    const value: MetricValue = isNull ? null : valueFor(n)
    const wanted =
      time === undefined ? undefined : 'ago' in time ? sentAt - time.ago : this.#begin + one.offset - time.instant
    const at = this.#untoldBefore(`${one.name} ${name}`, wanted, sentAt)
    // Of two hosts one may have missed what the alias is: then each would read something else.
    const isAmbiguous = this.#hosts.length > 1 && this.#hosts.some(({ isIncomplete }) => isIncomplete)
    const alias = 1 + ((metric + one.aliases) % metrics.length)
    return {
      name: by === 'alias' && !isAmbiguous ? undefined : name,
      alias: by === 'name' ? undefined : alias,
      type,
      value,
      at,
      isHistorical,
      quality,
    }
  }

  /** Which of two readings of one metric and time is the later one is known as long as the product runs: those from before a restart differ. */
  #untoldBefore(metric: string, wanted: number | undefined, sentAt: number): number | undefined {
    let at = wanted ?? sentAt
    while ((this.#sentReadings.get(`${metric} ${at}`) ?? this.#period) !== this.#period) at -= 11
    this.#sentReadings.set(`${metric} ${at}`, this.#period)
    return wanted === undefined && at === sentAt ? undefined : at
  }

  #nextSeq(one: SimulatedNode): number {
    const { seq } = one
    one.seq = (seq + 1) % 256
    return seq
  }

  #send(one: SimulatedNode, parts: Pick<Message, 'kind'> & Partial<Message>): void {
    this.#messages += 1
    const message: Message = {
      id: this.#messages,
      group: 'g',
      node: one.name,
      device: undefined,
      sentAt: undefined,
      seq: undefined,
      bdSeq: undefined,
      readings: [],
      ...parts,
    }
    for (const at of new Set([message.sentAt, ...message.readings.map((reading) => reading.at ?? message.sentAt)])) {
      const place = `${one.name} ${message.device} ${at}`
      const highest = this.#numbers.get(place) ?? -1
      if ((message.seq ?? 0) <= highest) this.#unclear.add(message.id)
      this.#numbers.set(place, Math.max(highest, message.seq ?? 0))
    }
    if (one.losing > 0) {
      one.losing -= 1
      return
    }
    this.#hosts.forEach((host, place) => {
      const { isConnected, queue, isIncomplete } = host
      if (isConnected && !(isIncomplete && this.#unclear.has(message.id))) this.#deliver(place, message)
      else if (queue === undefined) host.isIncomplete = true
      else queue.push(message)
    })
  }

  #deliver(place: number, message: Message): void {
    const one = this.#hosts[place]
    if (one !== undefined && isOfUse(one, message) && !one.received.includes(message)) one.received.push(message)
    this.#event({ kind: 'message', host: place, message })
  }

  #toHost(step: Extract<Step, { host: number }>): void {
    const place = step.host % this.#hosts.length
    const one = this.#hosts[place]
    if (one === undefined) return
    if (step.act === 'repeat' && one.isConnected) this.#repeat(place, step.pattern)
    else if (step.act === 'lost' && one.isConnected) {
      one.isConnected = false
      one.queue = step.isQueued ? [] : undefined
      this.#period += 1
      this.#event({ kind: 'lost', host: place })
    } else if (step.act === 'resumed' && !one.isConnected) {
      one.isConnected = true
      this.#event({ kind: 'resumed', host: place })
      this.#repeat(place, step.pattern)
      for (const message of one.queue ?? []) this.#deliver(place, message)
      one.queue = undefined
    }
  }

  /** What was not acknowledged comes again, in its order. */
  #repeat(place: number, chosen: readonly boolean[]): void {
    const received = this.#hosts[place]?.received ?? []
    const again = chosen.length === 0 ? [] : received.slice(-chosen.length).filter((_, index) => chosen[index])
    for (const message of again) this.#event({ kind: 'message', host: place, message })
  }

  /**
   * What was not acknowledged before is the end of what was received. Where a number does not say how a message lies to others of its time, it
   * was acknowledged: it could not be told from a new one.
   */
  #restart(unacknowledged: number): void {
    this.#event({ kind: 'store' })
    this.#event({ kind: 'restart' })
    this.restarts += 1
    this.#period += 1
    this.#advance(1)
    this.#hosts.forEach((one, place) => {
      one.isConnected = true
      one.isIncomplete = true
      const last = one.received.findLastIndex(({ id }) => this.#unclear.has(id))
      const again = one.received.slice(Math.max(last + 1, one.received.length - unacknowledged))
      Object.assign(one, { received: [], nodes: new Map(), devices: new Set() })
      for (const message of again) this.#deliver(place, message)
      for (const message of one.queue ?? []) if (!this.#unclear.has(message.id)) this.#deliver(place, message)
      one.queue = undefined
    })
  }

  #advance(ms: number): void {
    const end = this.#now + ms
    for (let second = Math.floor(this.#now / 1000) * 1000 + 1000; second <= end; second += 1000) {
      this.#now = second
      this.#event({ kind: 'round' })
    }
    this.#now = end
  }

  #event(event: Parameters<typeof withTime>[0]): void {
    this.events.push(withTime(event, this.#now))
  }
}

/** Whether a host that has received it can use it; it knows of the births then. */
function isOfUse({ nodes, devices }: SimulatedHost, { kind, node, device, bdSeq }: Message): boolean {
  const id = `${node}/${device ?? ''}`
  if (kind === 'NBIRTH' || (kind === 'NDEATH' && nodes.has(node) && nodes.get(node) === bdSeq)) {
    for (const one of devices) if (one.startsWith(`${node}/`)) devices.delete(one)
    nodes.delete(node)
    if (kind === 'NBIRTH') nodes.set(node, bdSeq)
    return true
  }
  if (!nodes.has(node)) return false
  if (kind === 'DBIRTH') devices.add(id)
  if (kind === 'DDEATH') devices.delete(id)
  return kind === 'NDATA' || kind === 'DBIRTH' || kind === 'DDEATH' || devices.has(id)
}

type Untimed<T> = T extends unknown ? Omit<T, 'now'> : never

function withTime(event: Untimed<SessionEvent>, now: number): SessionEvent {
  return { ...event, now } as SessionEvent
}

import type { SubscriberStatus } from '@packhouse/contract'
import type { LiveMachine, LiveStore } from '../../live/index.ts'
import type { Device } from '../device.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type Decode, type MessageIntake, NotKept, type OnSettled } from '../message-intake.ts'
import { type ConnectionState, noteFailure } from '../supervisor/connection-states.ts'
import { cycleTime } from './cycle-time.ts'
import type { EndpointLink } from './endpoint-link.ts'
import { NothingToRead, troubleOf } from './link-words.ts'
import { NodeWatch } from './node-watch.ts'
import type { OpcuaConnection } from './opcua-connection.ts'
import { planFor, type ReadPlan } from './read-plan.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** Records that wait for their commit; beyond that only the newest values are kept. */
const IN_FLIGHT = 50
const OFFER_AGAIN_MS = 250
/** How soon is looked again where the server has nothing to read. */
const RETRY_MS = 15_000
/** A machine that does not change is told again after this share of the time after which it counts as silent. */
const TELL_AGAIN_SHARE = 3

export interface WatchParts {
  intake: MessageIntake
  tagMaps: TagMaps
  live: LiveStore
}

/** One connection that is switched on: the values of its machine become records. */
export class MachineWatch {
  readonly connection: OpcuaConnection
  readonly state: ConnectionState
  readonly #parts: WatchParts
  readonly #onChange: () => void
  readonly #device: Device
  #link: EndpointLink | undefined
  #onSilent: () => void = () => undefined
  #machine: LiveMachine | undefined
  #plan: ReadPlan | undefined
  #nodes: NodeWatch | undefined
  #retry: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined
  #before = Number.NEGATIVE_INFINITY
  #toldAt = Number.NEGATIVE_INFINITY
  #inFlight = 0
  #isHeld = false
  #complaint = ''

  /** @param onChange called when the status changes */
  constructor(connection: OpcuaConnection, state: ConnectionState, parts: WatchParts, onChange: () => void) {
    this.connection = connection
    this.state = state
    this.#parts = parts
    this.#onChange = onChange
    const userName = `opcua ${connection.name}`
    this.#device = { userName, scope: 'company', customerId: null, machines: new Set(), apiKeyId: undefined }
  }

  /** Watches the machine over a session. @param onSilent called where the session turns out to be of no use */
  async begin(link: EndpointLink, onSilent: () => void): Promise<void> {
    this.#link = link
    this.#onSilent = onSilent
    try {
      const machine = this.#parts.live.byID(this.connection.machineID)
      if (machine === undefined) throw new NothingToRead(`The machine ${this.connection.machineID} is not registered.`)
      const plan = await planFor(link.session, machine, this.#parts.tagMaps)
      const nodes = await NodeWatch.open(link.session, plan.nodes, this.connection.samplingMs, {
        changed: () => this.#tell(plan),
        unchanged: () => this.#tellAgain(plan),
        silent: () => this.#silent(link),
      })
      if (this.#link !== link) return await nodes.close()
      this.#watch(machine, plan, nodes)
    } catch (error) {
      if (this.#link === link) this.#failed(error as Error)
    }
  }

  /** The session is gone. */
  lost(words: string, status: SubscriberStatus): void {
    this.#leave()
    this.fail(words)
    this.become(status)
  }

  async stop(): Promise<void> {
    const nodes = this.#nodes
    this.#leave()
    await nodes?.close()
  }

  /** Takes over another tag map, or another version of it. */
  async checkMap(): Promise<void> {
    const [link, plan, machine] = [this.#link, this.#plan, this.#machine]
    if (link === undefined || plan === undefined || machine === undefined) return
    const map = this.#parts.tagMaps.mapOf(machine, 'opcua')
    if ((map?.id ?? '') === plan.map.id && (map?.version ?? 0) === plan.map.version) return
    const onSilent = this.#onSilent
    await this.stop()
    await this.begin(link, onSilent)
  }

  fail(words: string): void {
    noteFailure(this.state, words)
  }

  become(status: SubscriberStatus): void {
    if (this.state.status === status) return
    this.state.status = status
    this.#onChange()
  }

  #watch(machine: LiveMachine, plan: ReadPlan, nodes: NodeWatch): void {
    this.#machine = machine
    this.#plan = plan
    this.#nodes = nodes
    machine.connections += 1
    this.#parts.live.touch(machine)
    if (nodes.missing.length === plan.nodes.length) {
      this.#complain(
        `The server has none of the nodes of the tag map ${plan.map.name}. Browse the nodes and mend the map.`,
      )
    } else if (nodes.missing.length > 0) {
      this.#complain(`The server does not have or does not show ${nodes.missing.slice(0, 5).join(', ')}.`)
    }
    this.become('connected')
    // What was read just now is true now, whenever it changed last.
    this.#tell(plan, true)
  }

  #leave(): void {
    clearTimeout(this.#retry)
    clearTimeout(this.#again)
    this.#link = undefined
    this.#plan = undefined
    this.#nodes = undefined
    this.#isHeld = false
    if (this.#machine === undefined) return
    this.#machine.connections -= 1
    this.#parts.live.touch(this.#machine)
    this.#machine = undefined
  }

  #failed(error: Error): void {
    const { words, isLasting } = troubleOf(error, this.connection.endpointUrl)
    this.fail(words)
    this.become(isLasting ? 'failed' : 'waiting')
    const [link, onSilent] = [this.#link, this.#onSilent]
    this.#retry = setTimeout(() => link && void this.begin(link, onSilent), RETRY_MS)
  }

  #silent(link: EndpointLink): void {
    if (this.#link === link) this.#onSilent()
  }

  /** What has not changed is still true, as long as the server says that it is there. */
  #tellAgain(plan: ReadPlan): void {
    const staleMs = (this.#machine?.entry.staleAfterSeconds ?? 0) * 1_000
    if (performance.now() - this.#toldAt > staleMs / TELL_AGAIN_SHARE) this.#tell(plan, true)
  }

  #tell(plan: ReadPlan, isNow = false): void {
    const nodes = this.#nodes
    if (nodes === undefined || this.#plan !== plan) return
    if (this.#inFlight >= IN_FLIGHT) {
      this.#hold('Storing takes longer than the values come: some were left out, and the newest wait.')
      return
    }
    const snapshot = snapshotOf(plan, nodes.values)
    if (snapshot.complaint !== undefined) this.#complain(snapshot.complaint)
    if (!snapshot.isUsable) return
    this.#offer(plan, snapshot, isNow)
  }

  #offer(plan: ReadPlan, { readings, newest }: Snapshot, isNow: boolean): void {
    const { at, isAhead } = cycleTime(isNow ? undefined : newest, this.#before, Date.now())
    if (isAhead) this.#complain('The clock of the server is ahead by more than 5 minutes: the time of arrival counts.')
    this.#before = at
    this.#toldAt = performance.now()
    this.#inFlight += 1
    this.state.messageCount += 1
    this.state.lastMessageAt = Date.now()
    const { machineID, name } = this.connection
    const payload = Buffer.from(
      JSON.stringify(Object.fromEntries(readings.map(({ address, value }) => [address, value]))),
    )
    const decode: Decode = (machine, arrival) => {
      const outcome = this.#parts.tagMaps.decodeReadings(machine, plan.map, { readings, at }, arrival)
      const [fault] = outcome.faults
      if (fault !== undefined) this.#complain(`${fault.address}: ${fault.reason}`)
      return outcome
    }
    this.#parts.intake.receiveDecoded(
      { device: this.#device, topic: `opcua/${name}`, payload, encoding: 'opcua' },
      machineID,
      decode,
      this.#settle,
    )
  }

  readonly #settle: OnSettled = (error, _machine, refusal) => {
    this.#inFlight -= 1
    if (refusal !== undefined) this.#complain(refusal.reason)
    if (error instanceof NotKept) this.#complain(error.message)
    else if (error !== null) this.#hold(error.message)
    else if (this.#isHeld) this.#release()
  }

  /** Nothing of the server can be asked for again: the values of now are offered as soon as they are taken. */
  #hold(words: string): void {
    this.#isHeld = true
    this.fail(words)
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.#release(), OFFER_AGAIN_MS)
  }

  #release(): void {
    this.#isHeld = false
    clearTimeout(this.#again)
    if (this.#plan !== undefined) this.#tell(this.#plan)
  }

  /** Tells what is wrong once, and not again every second. */
  #complain(words: string): void {
    if (this.#complaint === words) return
    this.#complaint = words
    this.fail(words)
  }
}

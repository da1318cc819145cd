import type { SubscriberStatus } from '@packhouse/contract'
import type { DataValue } from 'node-opcua-client'
import type { LiveMachine, LiveStore } from '../../live/index.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import { sentence } from '../../platform/sentence.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import type { MessageIntake } from '../message-intake.ts'
import { type ConnectionState, noteFailure } from '../supervisor/connection-states.ts'
import { Complaints } from './complaints.ts'
import type { EndpointLink } from './endpoint-link.ts'
import { instantsOf } from './instants.ts'
import { linkIssueOf, NothingToRead } from './link-words.ts'
import { MachineRecords } from './machine-records.ts'
import { type Moment, NodeTimes, nowOf } from './node-times.ts'
import { type NodeChange, NodeWatch } from './node-watch.ts'
import type { OpcuaConnection } from './opcua-connection.ts'
import { planFor, type ReadPlan } from './read-plan.ts'
import { TakenTimes } from './taken-times.ts'
import { clockWords, missingWords, unmonitoredWords, unreadWords, ValueComplaints } from './value-complaints.ts'

/** How soon is looked again where the server has nothing to read. */
const RETRY_MS = 15_000
/** A machine that does not change is reported again after this share of the time after which it counts as silent. */
const REPEAT_SHARE = 3

export interface WatchParts {
  intake: MessageIntake
  tagMaps: TagMaps
  live: LiveStore
}

/** One connection that is switched on: what its server reports of its machine becomes records. */
export class MachineWatch {
  readonly connection: OpcuaConnection
  readonly state: ConnectionState
  readonly #parts: WatchParts
  readonly #onChange: () => void
  readonly #complaints: Complaints
  readonly #records: MachineRecords
  readonly #times = new NodeTimes()
  readonly #taken = new TakenTimes()
  readonly #values = new Map<string, DataValue>()
  #valueComplaints: ValueComplaints
  #link: EndpointLink | undefined
  #onSilent: () => void = () => undefined
  #machine: LiveMachine | undefined
  #nodes: NodeWatch | undefined
  #retry: Timer | undefined
  #unlisten: (() => void) | undefined
  /** Which tag map was read by; undefined before the machine was known. */
  #mapKey: string | undefined
  /** Another one makes what is under way pointless. */
  #attempt = 0

  /** @param onChange called when the status changes */
  constructor(connection: OpcuaConnection, state: ConnectionState, parts: WatchParts, onChange: () => void) {
    this.connection = connection
    this.state = state
    this.#parts = parts
    this.#onChange = onChange
    this.#complaints = new Complaints(state, (words) => this.#showAtMachine(words))
    this.#valueComplaints = new ValueComplaints(this.#complaints)
    this.#records = new MachineRecords(connection, state, parts, this.#complaints)
  }

  /** Watches the machine over a session. @param onSilent called where the session turns out to be of no use */
  async begin(link: EndpointLink, onSilent: () => void): Promise<void> {
    this.#leave()
    this.#link = link
    this.#onSilent = onSilent
    this.#mapKey = undefined
    const attempt = this.#attempt
    const machine = this.#parts.live.byID(this.connection.machineID)
    try {
      if (machine === undefined)
        throw new NothingToRead(sentence`The machine ${this.connection.machineID} is not registered.`)
      this.#mapKey = this.#keyOfMap(machine)
      const plan = await planFor(link.operations, machine, this.#parts.tagMaps)
      if (this.#attempt !== attempt) return
      const nodes = await NodeWatch.open(link.operations, plan.nodes, this.connection.samplingMs, {
        changed: (changes, moment) => this.#changed(plan, changes, moment),
        unchanged: (moment) => this.#unchanged(moment),
        unmonitored: ({ polled, missing }) => {
          this.#complaints.set('missing', missingWords(missing, plan))
          this.#complaints.set('unmonitored', unmonitoredWords(polled, this.connection.samplingMs))
        },
        unread: (error) => this.#complaints.set('unread', error && unreadWords(error)),
        silent: () => this.#silent(link),
      })
      if (this.#attempt !== attempt) return await nodes.close()
      this.#watch(machine, plan, nodes)
    } catch (error) {
      if (this.#attempt === attempt) this.#failed(error as Error, link)
    }
  }

  /** The session is gone. */
  lost(words: string, status: SubscriberStatus): void {
    this.#leave()
    noteFailure(this.state, words)
    this.become(status)
  }

  async stop(): Promise<void> {
    this.#records.stop()
    const nodes = this.#nodes
    this.#leave()
    await nodes?.close()
  }

  /** Takes over another tag map, or another version of it; one too that has come where there was nothing to read. */
  async checkMap(): Promise<void> {
    const [link, nodes, onSilent] = [this.#link, this.#nodes, this.#onSilent]
    const machine = this.#machine ?? this.#parts.live.byID(this.connection.machineID)
    const isBeginning = nodes === undefined && this.#retry === undefined
    if (link === undefined || machine === undefined || isBeginning) return
    if (this.#keyOfMap(machine) === this.#mapKey) return
    this.#leave()
    const attempt = this.#attempt
    await nodes?.close()
    // Meanwhile the session may be gone, or the connection switched off.
    if (this.#attempt === attempt) await this.begin(link, onSilent)
  }

  become(status: SubscriberStatus): void {
    if (this.state.status === status) return
    this.state.status = status
    this.#onChange()
  }

  #keyOfMap(machine: LiveMachine): string {
    const map = this.#parts.tagMaps.mapOf(machine, 'opcua')
    return map === undefined ? '' : `${map.id} ${map.version}`
  }

  #watch(machine: LiveMachine, plan: ReadPlan, nodes: NodeWatch): void {
    this.#machine = machine
    this.#nodes = nodes
    this.#values.clear()
    this.#times.limitTo(plan.nodes)
    machine.connections += 1
    this.#parts.live.touch(machine)
    this.become('connected')
    nodes.start()
  }

  #leave(): void {
    this.#attempt += 1
    this.#retry?.stop()
    this.#retry = undefined
    this.#unlisten?.()
    this.#unlisten = undefined
    this.#complaints.clear()
    this.#valueComplaints = new ValueComplaints(this.#complaints)
    this.#link = undefined
    this.#nodes = undefined
    if (this.#machine === undefined) return
    this.#machine.connections -= 1
    this.#parts.live.touch(this.#machine)
    this.#machine = undefined
  }

  #failed(error: Error, link: EndpointLink): void {
    const { words, isLasting } = linkIssueOf(error, this.connection.endpointUrl)
    noteFailure(this.state, words)
    this.become(isLasting ? 'failed' : 'waiting')
    const again = () => void this.begin(link, this.#onSilent)
    this.#retry = clock.timeout(RETRY_MS, again)
    this.#unlisten = this.#parts.live.onChange(({ entry }) => {
      // A registration that comes a moment after the connection is seen at once.
      const isOurs = entry.machineID === this.connection.machineID && !entry.retired
      if (isOurs && this.#mapKey === undefined) again()
    })
  }

  #silent(link: EndpointLink): void {
    if (this.#link === link) this.#onSilent()
  }

  #changed(plan: ReadPlan, changes: readonly NodeChange[], moment: Moment): void {
    const made = instantsOf(plan, changes, { times: this.#times, taken: this.#taken, values: this.#values }, moment)
    this.#valueComplaints.note(changes, made, this.#values)
    this.#complaints.set('serverClock', clockWords(moment))
    this.#records.offer(plan, made.instants)
  }

  /** What has not changed is still true, as long as the server says that it is there, by its clock. */
  #unchanged(moment: Moment): void {
    const staleMs = (this.#machine?.entry.staleAfterSeconds ?? 0) * 1_000
    const at = nowOf(moment)
    if (clock.monotonic() - this.#records.offeredAt <= staleMs / REPEAT_SHARE || moment.arrival - at > staleMs) return
    if (at > this.#records.newestAt) this.#records.offerAlive(this.#taken.free(at))
  }

  /** What is wrong with its source is shown at the machine too. */
  #showAtMachine(words: readonly string[]): void {
    const machine = this.#machine ?? this.#parts.live.byID(this.connection.machineID)
    if (machine !== undefined) this.#parts.live.showIssues(machine, this.connection.id, words)
  }
}

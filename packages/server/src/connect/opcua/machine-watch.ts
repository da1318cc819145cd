import type { SubscriberStatus } from '@packhouse/contract'
import type { LiveMachine, LiveStore } from '../../live/index.ts'
import { sentence } from '../../platform/sentence.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import type { MessageIntake } from '../message-intake.ts'
import { type ConnectionState, noteFailure } from '../supervisor/connection-states.ts'
import type { EndpointLink } from './endpoint-link.ts'
import { linkIssueOf, NothingToRead } from './link-words.ts'
import { MachineRecords, type When } from './machine-records.ts'
import { NodeWatch } from './node-watch.ts'
import type { OpcuaConnection } from './opcua-connection.ts'
import { planFor, type ReadPlan } from './read-plan.ts'

/** How soon is looked again where the server has nothing to read. */
const RETRY_MS = 15_000
/** A machine that does not change is reported again after this share of the time after which it counts as silent. */
const REPEAT_SHARE = 3

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
  readonly #records: MachineRecords
  #link: EndpointLink | undefined
  #onSilent: () => void = () => undefined
  #machine: LiveMachine | undefined
  #plan: ReadPlan | undefined
  #nodes: NodeWatch | undefined
  #retry: NodeJS.Timeout | undefined

  /** @param onChange called when the status changes */
  constructor(connection: OpcuaConnection, state: ConnectionState, parts: WatchParts, onChange: () => void) {
    this.connection = connection
    this.state = state
    this.#parts = parts
    this.#onChange = onChange
    this.#records = new MachineRecords(connection, state, parts, () => {
      if (this.#plan !== undefined) this.#report(this.#plan)
    })
  }

  /** Watches the machine over a session. @param onSilent called where the session turns out to be of no use */
  async begin(link: EndpointLink, onSilent: () => void): Promise<void> {
    this.#link = link
    this.#onSilent = onSilent
    try {
      const machine = this.#parts.live.byID(this.connection.machineID)
      if (machine === undefined)
        throw new NothingToRead(sentence`The machine ${this.connection.machineID} is not registered.`)
      const plan = await planFor(link.session, machine, this.#parts.tagMaps)
      const nodes = await NodeWatch.open(link.session, plan.nodes, this.connection.samplingMs, {
        changed: () => this.#report(plan),
        unchanged: () => this.#repeatValues(plan),
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
    noteFailure(this.state, words)
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
      this.#records.complain(
        sentence`The server has none of the nodes of the tag map ${plan.map.name}. Browse the nodes and mend the map.`,
      )
    } else if (nodes.missing.length > 0) {
      this.#records.complain(
        sentence`The server does not have or does not show ${nodes.missing.slice(0, 5).join(', ')}.`,
      )
    }
    this.become('connected')
    // What was read just now is true now, whenever it changed last.
    this.#report(plan, 'now')
  }

  #leave(): void {
    clearTimeout(this.#retry)
    this.#records.pause()
    this.#link = undefined
    this.#plan = undefined
    this.#nodes = undefined
    if (this.#machine === undefined) return
    this.#machine.connections -= 1
    this.#parts.live.touch(this.#machine)
    this.#machine = undefined
  }

  #failed(error: Error): void {
    const { words, isLasting } = linkIssueOf(error, this.connection.endpointUrl)
    noteFailure(this.state, words)
    this.become(isLasting ? 'failed' : 'waiting')
    const [link, onSilent] = [this.#link, this.#onSilent]
    this.#retry = setTimeout(() => link && void this.begin(link, onSilent), RETRY_MS)
  }

  #silent(link: EndpointLink): void {
    if (this.#link === link) this.#onSilent()
  }

  /** What has not changed is still true, as long as the server says that it is there. */
  #repeatValues(plan: ReadPlan): void {
    const staleMs = (this.#machine?.entry.staleAfterSeconds ?? 0) * 1_000
    if (performance.now() - this.#records.offeredAt > staleMs / REPEAT_SHARE) this.#report(plan, 'now')
  }

  #report(plan: ReadPlan, when: When = 'changed'): void {
    const nodes = this.#nodes
    if (nodes !== undefined && this.#plan === plan) this.#records.offer(plan, nodes.values, when)
  }
}

import { type Fence, LeaseKeeper } from '../platform/leases/lease-keeper.ts'
import type { NodeRegistry } from '../platform/nodes/node-registry.ts'
import { hasAllRoles, type Roles } from '../platform/roles.ts'
import { AlarmEngine, type AlarmEngineOptions } from './alarm-engine.ts'
import { AlarmStore } from './alarm-store.ts'
import type { Notices } from './notices.ts'

type Options = Omit<AlarmEngineOptions, 'store' | 'isShared'> & { notices: Notices }

/**
 * The alarm engine where this process judges: at once and always where it has all roles, since it stores all telemetry then; otherwise while it
 * holds the lease of alarms, for which all ingest nodes try. One of them judges all machines: an alarm has one owner, and so has the limit of a
 * customer's alarms.
 */
export class OwnedEngine {
  readonly #options: Options
  readonly #isShared: boolean
  readonly #keeper: LeaseKeeper | undefined
  #engine: AlarmEngine | undefined

  constructor(options: Options, roles: Roles, node: NodeRegistry) {
    this.#options = options
    this.#isShared = !hasAllRoles(roles)
    if (!this.#isShared || !roles.has('ingest')) return
    const user = { begin: (fence: Fence) => this.#begin(fence), end: (isLost: boolean) => this.#end(isLost) }
    const { database, log } = options
    this.#keeper = new LeaseKeeper('alarms', user, { db: database.system, owner: node.instance, log })
  }

  async start(): Promise<void> {
    if (!this.#isShared) await this.#begin()
    await this.#keeper?.start()
  }

  /** Judges what has come, writes it down and lets another node go on. */
  async stop(): Promise<void> {
    await this.#keeper?.stop()
    await this.#end(false)
  }

  /** What keeps this process from storing alarms, in words. */
  healthIssue(): string | undefined {
    return this.#engine?.healthIssue()
  }

  /** Takes over what was changed of the rules, where this process judges. */
  readRules(): void {
    this.#engine?.readRules()
  }

  async #begin(fence?: Fence): Promise<void> {
    const { database, notices } = this.#options
    const store = new AlarmStore(database, notices, fence)
    const engine = new AlarmEngine({ ...this.#options, store, isShared: this.#isShared })
    this.#engine = engine
    await engine.start().catch(async (error: unknown) => {
      this.#engine = undefined
      await engine.abandon()
      throw error
    })
  }

  async #end(isLost: boolean): Promise<void> {
    const engine = this.#engine
    this.#engine = undefined
    await (isLost ? engine?.abandon() : engine?.stop())
  }
}

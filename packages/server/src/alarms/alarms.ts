import type { HandlersOf } from '../engine/handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Telemetry } from '../monitoring/area.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import { Encryption } from '../platform/encryption.ts'
import type { InstallationKeys } from '../platform/installation-keys.ts'
import type { JobKind } from '../platform/jobs/job-kind.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { Outgoing } from '../platform/outgoing.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { alarmHandlers } from './alarm.actions.ts'
import { AlarmEngine } from './alarm-engine.ts'
import { AlarmStore } from './alarm-store.ts'
import { Notices } from './notices.ts'
import { Webhooks } from './webhooks.ts'

/** So many alarms of one customer are active at once: more mean that a rule does not fit, and are not read. */
const ALARM_LIMIT = 1_000

export interface AlarmsParts {
  database: Database
  telemetry: Telemetry
  config: Config
  log: Log
  jobs: Jobs
  mail: Mail
  rules: ResourceStore
  /** The key of the installation. */
  keys: InstallationKeys
  settings: InstallationSettings
}

/** Rules, the alarms they raise, and who is notified. */
export class Alarms {
  readonly handlers: HandlersOf<keyof ReturnType<typeof alarmHandlers>>
  readonly jobs: readonly JobKind[]
  /** Sends POSTs of others too. */
  readonly webhooks: Webhooks
  readonly #engine: AlarmEngine

  constructor({ database, telemetry, config, settings, log, jobs, mail, rules, keys }: AlarmsParts) {
    const { publicUrl } = config
    const encryption = new Encryption(keys, 'webhooks')
    const outgoing = new Outgoing(config.allowPrivateAddresses)
    const webhooks = new Webhooks({
      db: database.system,
      jobs,
      outgoing,
      encryption,
      installation: config.health.webhook,
    })
    this.webhooks = webhooks
    this.jobs = [webhooks.job]
    const notices = new Notices({ mail, webhooks, publicUrl, alarmLimit: ALARM_LIMIT, settings })
    const store = new AlarmStore(database, notices)
    this.#engine = new AlarmEngine({ database, telemetry, store, log, alarmLimit: ALARM_LIMIT })
    this.handlers = alarmHandlers({ database, rules, encryption })
  }

  async start(): Promise<void> {
    await this.#engine.start()
  }

  /** What is committed after this is judged at the next start. */
  async stop(): Promise<void> {
    await this.#engine.stop()
  }
}

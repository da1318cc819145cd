import type { HandlersOf } from '../engine/handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Telemetry } from '../monitoring/area.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import type { DatabaseSignals } from '../platform/database-signals.ts'
import { Encryption } from '../platform/encryption.ts'
import type { InstallationKeys } from '../platform/installation-keys.ts'
import type { JobKind, PeriodicJob } from '../platform/jobs/job-kind.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import type { NodeRegistry } from '../platform/nodes/node-registry.ts'
import { Outgoing } from '../platform/outgoing.ts'
import { sentence } from '../platform/sentence.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { alarmHandlers } from './alarm.actions.ts'
import { Escalation } from './escalation.ts'
import { Notices } from './notices.ts'
import { OwnedEngine } from './owned-engine.ts'
import { pushHandlers } from './push/push.actions.ts'
import { Push } from './push/push.ts'
import { PushClient } from './push/push-client.ts'
import { PushKeys } from './push/push-keys.ts'
import { PushSender } from './push/push-sender.ts'
import { encryptRuleAddresses, ruleHandlers } from './rule-address.ts'
import { ruleTestHandlers } from './rule-test/rule-test.actions.ts'
import { Webhooks } from './webhooks.ts'

/** So many alarms of one customer are active at once: more mean that a rule does not fit, and are not read. */
const ALARM_LIMIT = 1_000
const DAY_MS = 86_400_000

export interface AlarmsParts {
  database: Database
  telemetry: Telemetry
  config: Config
  log: Log
  jobs: Jobs
  node: NodeRegistry
  mail: Mail
  rules: ResourceStore
  /** The key of the installation. */
  keys: InstallationKeys
  settings: InstallationSettings
  signals: Pick<DatabaseSignals, 'on'>
  /** A browser and its system in words, from its `User-Agent`. */
  nameOf: (userAgent: string | null) => string
}

/** Rules, the alarms they raise, and who is notified. */
export class Alarms {
  readonly handlers: HandlersOf<
    | keyof ReturnType<typeof alarmHandlers>
    | keyof ReturnType<typeof pushHandlers>
    | keyof ReturnType<typeof ruleTestHandlers>
  > &
    ReturnType<typeof ruleHandlers>
  readonly jobs: readonly (JobKind | PeriodicJob)[]
  /** Sends POSTs of others too. */
  readonly webhooks: Webhooks
  /** Sends notifications of others too. */
  readonly pushSender: PushSender
  readonly #engine: OwnedEngine
  readonly #pushKeys: PushKeys

  constructor(parts: AlarmsParts) {
    const { database, telemetry, config, settings, log, jobs, node, mail, rules, keys, signals, nameOf } = parts
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
    const pushEncryption = new Encryption(keys, 'web push')
    this.#pushKeys = new PushKeys(database.system, pushEncryption)
    const client = new PushClient({ outgoing, keys: this.#pushKeys, subject: contactOf(config) })
    const sender = new PushSender({ db: database.system, client, encryption: pushEncryption, settings })
    this.pushSender = sender
    const push = new Push({ db: database.system, jobs, sender, settings })
    const escalation = new Escalation({ db: database.system, jobs, mail, push, publicUrl, settings })
    const encrypt = {
      name: sentence`Encrypt the addresses of alarm rules`,
      everyMs: DAY_MS,
      atStart: true as const,
      run: () => encryptRuleAddresses(database.system, encryption),
    }
    this.jobs = [webhooks.job, push.job, push.cleaning, escalation.job, encrypt]
    const notices = new Notices({ mail, webhooks, push, escalation, publicUrl, alarmLimit: ALARM_LIMIT, settings })
    this.#engine = new OwnedEngine({ database, telemetry, notices, log, alarmLimit: ALARM_LIMIT }, config.roles, node)
    const readRules = () => this.#engine.readRules()
    signals.on('alarm_rule', { heard: readRules, missed: readRules })
    this.handlers = {
      ...alarmHandlers({ database, rules, encryption, webhooks, publicUrl }),
      ...ruleHandlers({ rules, encryption }),
      ...pushHandlers({
        database,
        push,
        keys: this.#pushKeys,
        encryption: pushEncryption,
        settings,
        services: config.pushServices,
        allowsHttp: config.allowPrivateAddresses,
        nameOf,
      }),
      ...ruleTestHandlers({ database, telemetry }),
    }
  }

  async start(): Promise<void> {
    await this.#pushKeys.start()
    await this.#engine.start()
  }

  /** What keeps alarms from being stored, in words; undefined while they are, and where another process stores them. */
  healthIssue(): string | undefined {
    return this.#engine.healthIssue()
  }

  /** What is committed after this is judged at the next start. */
  async stop(): Promise<void> {
    await this.#engine.stop()
  }
}

/** How push services can reach the operator, RFC 8292, 2.1: an address of https or of mail. */
function contactOf({ publicUrl, mailFrom }: Config): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0] ?? 'operator@packhouse.example'}`
}

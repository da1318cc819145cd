import { type SettingKey, type SettingValues, settingKeys, settingOf } from '@packhouse/contract'
import { sql } from 'kysely'
import { clock, type Timer } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Db } from '../database.ts'
import { BEHIND_SIGNALS_MS, type DatabaseSignals } from '../database-signals.ts'
import { Encryption } from '../encryption.ts'
import type { InstallationKeys } from '../installation-keys.ts'
import { IssueLog } from '../issue-log.ts'
import type { Log } from '../log.ts'
import { environmentValue } from './fixed-values.ts'

export interface InstallationSettingsParts {
  database: Database
  config: Config
  /** Of the installation. */
  keys: InstallationKeys
  log: Log
  signals: DatabaseSignals
  /** How often it is asked whether another process has changed something, for when its signal is lost. */
  lookMs?: number
}

interface Row {
  key: string
  value: unknown
  encrypted: Buffer | null
}

/**
 * What the installation is set to: by the environment, or else by staff, or else as the product brings it. It is held in the memory of
 * each process and follows the database, so that whoever asks at the time of use always has what applies.
 */
export class InstallationSettings {
  readonly #db: Db
  readonly #config: Config
  readonly #encryption: Encryption
  readonly #issues: IssueLog
  readonly #log: Log
  readonly #lookMs: number
  readonly #listeners: (() => void)[] = []
  #stored: ReadonlyMap<string, unknown> = new Map()
  #revision = ''
  #timer: Timer | undefined
  #reading: Promise<void> = Promise.resolve()

  constructor({ database, config, keys, log, signals, lookMs = BEHIND_SIGNALS_MS }: InstallationSettingsParts) {
    this.#db = database.system
    this.#config = config
    this.#encryption = new Encryption(keys, 'settings')
    this.#log = log
    this.#lookMs = lookMs
    this.#issues = new IssueLog(log, 'Settings can be read again')
    const follow = () => void this.#follow()
    signals.on('setting', { heard: follow, missed: follow })
  }

  /** What applies now. Not to be held on to: it may be another value a moment later. */
  read<Key extends SettingKey>(key: Key): SettingValues[Key] {
    if (this.fixedBy(key) !== null) return environmentValue(this.#config, key) ?? this.fallbackOf(key)
    return (this.#stored.get(key) ?? this.fallbackOf(key)) as SettingValues[Key]
  }

  /** Who makes the machines. */
  get maker(): string {
    return this.read('company.name') ?? this.read('product.title')
  }

  /** The environment variable that fixes a setting. */
  fixedBy(key: SettingKey): string | null {
    const { variable } = settingOf(key)
    return variable !== undefined && this.#config.given.has(variable) ? variable : null
  }

  fallbackOf<Key extends SettingKey>(key: Key): SettingValues[Key] {
    return settingOf(key).fallback as SettingValues[Key]
  }

  /** Calls at once, and whenever something was changed. */
  follow(listener: () => void): void {
    this.#listeners.push(listener)
    listener()
  }

  encrypt(secret: string): Buffer {
    return this.#encryption.encrypt(secret)
  }

  /** Reads what is stored. @throws where the database cannot be read */
  async start(): Promise<void> {
    await this.reload()
    this.#timer = clock.every(this.#lookMs, () => void this.#follow())
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    await this.#reading.catch(() => undefined)
  }

  /** Reads what has changed, one reading after the other. Whoever changed something awaits it, to go on with what now applies. */
  async reload(): Promise<void> {
    const reading = this.#reading.catch(() => undefined).then(() => this.#read())
    this.#reading = reading
    await reading
  }

  async #follow(): Promise<void> {
    try {
      await this.reload()
      this.#issues.end()
    } catch (error) {
      this.#issues.meet('Settings could not be read', { error: String(error) })
    }
  }

  async #read(): Promise<void> {
    const { rows: newest } = await sql<{ id: string }>`
      SELECT coalesce(max(id), 0)::text AS id FROM setting_change
    `.execute(this.#db)
    const revision = newest[0]?.id ?? ''
    if (revision === this.#revision) return
    // What is changed between the two statements is read twice.
    const { rows } = await sql<Row>`SELECT key, value, encrypted FROM setting`.execute(this.#db)
    this.#stored = new Map(rows.flatMap((row) => this.#valueOf(row)))
    this.#revision = revision
    for (const listener of this.#listeners) listener()
  }

  #valueOf({ key, value, encrypted }: Row): [string, unknown][] {
    if (!(settingKeys as readonly string[]).includes(key)) return []
    const clear = encrypted === null ? value : this.#encryption.decrypt(encrypted)
    if (clear === undefined) this.#log.warn({ setting: key }, 'A secret was made with another key of the installation')
    return clear === null || clear === undefined ? [] : [[key, clear]]
  }
}

import { foldCase, type MachineDetails } from '@packhouse/contract'
import type pg from 'pg'
import type { Database } from '../platform/database.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import { SharedRun } from '../platform/shared-run.ts'

type Settings = NonNullable<MachineDetails['readingSettings']>

interface Row {
  tag: string
  machineType: string | null
  decimals: number | null
  normalLow: number | null
  normalHigh: number | null
}

/** How readings are shown, in memory: the page of a machine is asked for all the time. */
export class ReadingSettings {
  readonly #database: Pick<Database, 'pool'>
  readonly #issues: IssueLog
  /** One reading after the other: an older one that ends later would put back what was set before. */
  readonly #reading = new SharedRun(() => this.#read())
  /** Of every machine. */
  #general: Settings = {}
  /** By the folded type, with those of every machine that the type does not replace. */
  #ofTypes: ReadonlyMap<string, Settings> = new Map()

  constructor(database: Pick<Database, 'pool'>, log: Log) {
    this.#database = database
    this.#issues = new IssueLog(log, 'How readings are shown can be read again')
  }

  /** Takes over what is set; with the database away it stays as it was. */
  refresh(): Promise<void> {
    return this.#reading.run()
  }

  async #read(): Promise<void> {
    try {
      this.#use(await readSettings(this.#database.pool))
      this.#issues.end()
    } catch (error) {
      this.#issues.meet('How readings are shown could not be read', { error: (error as Error).message })
    }
  }

  /** By the names of the readings; undefined where nothing is set for the machine. */
  of({ configurationId }: { configurationId: string | null }): Settings | undefined {
    const settings = this.#ofTypes.get(foldCase(configurationId ?? '')) ?? this.#general
    return Object.keys(settings).length === 0 ? undefined : settings
  }

  #use(rows: readonly Row[]): void {
    const byType = Map.groupBy(rows, ({ machineType }) => (machineType === null ? null : foldCase(machineType)))
    const general = toSettings(byType.get(null) ?? [])
    const ofTypes = new Map<string, Settings>()
    for (const [type, own] of byType) if (type !== null) ofTypes.set(type, { ...general, ...toSettings(own) })
    this.#general = general
    this.#ofTypes = ofTypes
  }
}

async function readSettings(pool: Pick<pg.Pool, 'query'>): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT tag, machine_type AS "machineType", decimals, normal_low AS "normalLow", normal_high AS "normalHigh"
     FROM reading_setting WHERE deleted_at IS NULL`,
  )
  return rows
}

function toSettings(rows: readonly Row[]): Settings {
  return Object.fromEntries(
    rows.map(({ tag, decimals, normalLow, normalHigh }) => [tag, { decimals, normalLow, normalHigh }]),
  )
}

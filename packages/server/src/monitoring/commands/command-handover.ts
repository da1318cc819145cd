import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { RawValue } from '../../connect/index.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { DatabaseSignals } from '../../platform/database-signals.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'

/** Behind the signals, which may be missed. */
const LOOK_MS = 1_000
/** Nobody waits longer for a value to be sent, so an older one is not sent any more. */
const PATIENCE_MS = 5_000
const ASK_MS = 50
const MOST_AT_ONCE = 100

/** A value that waits for the node to which its machine is connected. */
export interface WaitingCommand {
  id: string
  machineKey: number
  tag: string
  value: RawValue
}

export interface CommandHandoverParts {
  database: Database
  signals: Pick<DatabaseSignals, 'on'>
  log: Log
  /** The machines that this process reaches. */
  reached: () => readonly number[]
  /** Sends a value. @throws ProblemError where it cannot */
  send: (command: WaitingCommand) => void
}

type Handover = { handover: 'waiting' | 'taken' | 'sent' | 'refused'; refusal: { code: string; words: string } | null }

/** Hands values for machines to the node to which they are connected, by way of the database. */
export class CommandHandover {
  readonly #parts: CommandHandoverParts
  readonly #issues: IssueLog
  #timer: Timer | undefined
  #round: Promise<void> = Promise.resolve()
  #isTaking = false

  constructor(parts: CommandHandoverParts) {
    this.#parts = parts
    this.#issues = new IssueLog(parts.log, 'Values of other nodes can be taken again')
    const look = () => this.#takeSoon()
    parts.signals.on('command', { heard: look, missed: look })
  }

  /** Takes what waits for machines of this process from now on. */
  start(): void {
    this.#timer = clock.every(LOOK_MS, () => this.#takeSoon())
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#timer = undefined
    await this.#round
  }

  /**
   * Waits until another node has sent a value that was stored as waiting.
   * @throws ProblemError where it has refused to, or none has taken it in time; it is not sent any more then
   */
  async sent(id: string): Promise<void> {
    for (let waited = 0; waited < PATIENCE_MS; waited += ASK_MS) {
      const found = await this.#find(id)
      if (found === undefined || found.handover === 'sent') return
      if (found.refusal !== null) throw new ProblemError('machine_unreachable', found.refusal.words)
      await clock.sleep(ASK_MS)
    }
    await this.#settle(id, 'refused', { code: 'machine_unreachable', words: '' })
    throw new ProblemError('machine_unreachable', t('monitoring.commandNoWay'))
  }

  async #find(id: string): Promise<Handover | undefined> {
    const { rows } = await sql<Handover>`SELECT handover, refusal FROM machine_command WHERE id = ${id}`.execute(
      this.#parts.database.system,
    )
    return rows[0]
  }

  #takeSoon(): void {
    if (this.#timer === undefined || this.#isTaking || this.#parts.reached().length === 0) return
    this.#isTaking = true
    this.#round = this.#take()
      .then(
        () => this.#issues.end(),
        (error) => this.#issues.meet('Values of other nodes could not be taken', { error: String(error) }),
      )
      .finally(() => {
        this.#isTaking = false
      })
  }

  async #take(): Promise<void> {
    const { rows } = await sql<WaitingCommand>`
      WITH due AS MATERIALIZED (
        SELECT id FROM machine_command
        WHERE handover = 'waiting' AND at > now() - make_interval(secs => ${PATIENCE_MS / 1_000})
          AND machine_key = ANY(${[...this.#parts.reached()]}::int[])
        ORDER BY id LIMIT ${MOST_AT_ONCE} FOR UPDATE SKIP LOCKED
      )
      UPDATE machine_command c SET handover = 'taken' FROM due WHERE c.id = due.id
      RETURNING c.id, c.machine_key AS "machineKey", c.tag, c.value
    `.execute(this.#parts.database.system)
    for (const command of rows) {
      const refusal = this.#refusalOf(command)
      await this.#settle(command.id, refusal === undefined ? 'sent' : 'refused', refusal)
    }
  }

  #refusalOf(command: WaitingCommand): Handover['refusal'] | undefined {
    try {
      this.#parts.send(command)
      return undefined
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return { code: error.code, words: error.message }
    }
  }

  async #settle(id: string, handover: 'sent' | 'refused', refusal: Handover['refusal'] = null): Promise<void> {
    await sql`
      UPDATE machine_command SET handover = ${handover}, refusal = ${refusal && JSON.stringify(refusal)}::jsonb,
        outcome = CASE WHEN ${handover} = 'refused' AND outcome = 'sent' THEN 'failed' ELSE outcome END,
        settled_at = CASE WHEN ${handover} = 'refused' AND outcome = 'sent' THEN now() ELSE settled_at END
      WHERE id = ${id} AND handover IN ('waiting', 'taken')
    `.execute(this.#parts.database.system)
  }
}

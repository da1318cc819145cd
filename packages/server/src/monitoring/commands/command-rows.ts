import { CONFIRMED_WITHIN_SECONDS, type MachineCommand } from '@packhouse/contract'
import { sql } from 'kysely'
import type { RawValue } from '../../connect/index.ts'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import type { Db, Transaction } from '../../platform/database.ts'

interface CommandRow {
  id: string
  at: Date
  who: string | null
  tag: string
  unit: string | null
  before: MachineCommand['before']
  value: RawValue
  outcome: MachineCommand['outcome']
  settled_at: Date | null
}

export interface NewCommand {
  machineKey: number
  userId: string
  tag: string
  unit: string | null
  before: MachineCommand['before']
  value: RawValue
  /** Whether another node is to send it. */
  isHandedOver: boolean
}

const SELECT = sql`
  SELECT c.id, c.at, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') AS who, c.tag, c.unit, c.before, c.value,
    CASE WHEN late THEN 'not_confirmed' ELSE c.outcome END AS outcome, CASE WHEN late THEN c.at + patience ELSE c.settled_at END AS settled_at
  FROM machine_command c LEFT JOIN user_account u ON u.id = c.actor_id,
    LATERAL (SELECT make_interval(secs => ${CONFIRMED_WITHIN_SECONDS}) AS patience) p,
    LATERAL (SELECT c.outcome = 'sent' AND c.at < now() - patience AS late) l`

/** The newest commands of a machine. */
export async function readCommands(db: Transaction, machineKey: number, limit: number): Promise<MachineCommand[]> {
  const { rows } = await sql<CommandRow>`
    ${SELECT} WHERE c.machine_key = ${machineKey} ORDER BY c.id DESC LIMIT ${limit}
  `.execute(db)
  return rows.map(toCommand)
}

export async function insertCommand(db: Transaction, command: NewCommand): Promise<MachineCommand> {
  const { machineKey, userId, tag, unit, before, value, isHandedOver } = command
  const { rows } = await sql<{ id: string }>`
    INSERT INTO machine_command (machine_key, actor_id, tag, unit, before, value, handover)
    VALUES (${machineKey}, ${userId}, ${tag}, ${unit}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(value)}::jsonb,
      ${isHandedOver ? 'waiting' : null})
    RETURNING id
  `.execute(db)
  const inserted = await sql<CommandRow>`${SELECT} WHERE c.id = ${rows[0]?.id}`.execute(db)
  const [row] = inserted.rows
  if (row === undefined) throw new Error('The command was not stored.')
  return toCommand(row)
}

/** A machine as the audit of a value has it. */
export async function auditedMachine(db: Transaction, machineKey: number): Promise<ResourceRow> {
  const { rows } = await sql<ResourceRow>`
    SELECT id, row_version AS "rowVersion", machine_id AS "machineID", customer_id AS "customerId" FROM machine
    WHERE key = ${machineKey}
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The machine of the command is gone.')
  return row
}

/** Stores what became of a command, once. */
export async function settleCommand(db: Db, id: string, outcome: 'confirmed' | 'failed', at: number): Promise<void> {
  await sql`
    UPDATE machine_command SET outcome = ${outcome}, settled_at = ${new Date(at)} WHERE id = ${id} AND outcome = 'sent'
  `.execute(db)
}

function toCommand({ settled_at: settledAt, at, ...row }: CommandRow): MachineCommand {
  return { ...row, at: at.toISOString(), settledAt: settledAt?.toISOString() ?? null }
}

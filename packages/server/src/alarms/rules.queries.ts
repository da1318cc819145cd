import type { AlarmComparison, AlarmKind, AlarmSeverity } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { Rule } from './rule.ts'

interface RuleRow {
  id: string
  name: string
  severity: AlarmSeverity
  enabled: boolean
  machine_key: number | null
  configuration_id: string | null
  customer_id: string | null
  kind: AlarmKind
  tag: string | null
  comparison: AlarmComparison | null
  limit: string | null
  deadband: number | null
  states: string[]
  silence_seconds: number
  on_delay_seconds: number
  off_delay_seconds: number
  message: string | null
  notify_emails: string[]
  webhook_url: string | null
  webhook_template: string | null
}

/** Every rule but those that were deleted. */
export async function readRules(database: Database): Promise<Rule[]> {
  const { rows } = await sql<RuleRow>`
    SELECT r.id, r.name, r.severity, r.enabled, m.key AS machine_key, r.configuration_id, r.customer_id, r.kind, r.tag,
      r.comparison, r."limit", r.deadband, r.states, r.silence_seconds, r.on_delay_seconds, r.off_delay_seconds, r.message,
      r.notify_emails, r.webhook_url, r.webhook_template
    FROM alarm_rule r LEFT JOIN machine m ON m.id = r.machine_id WHERE r.deleted_at IS NULL ORDER BY r.id
  `.execute(database.system)
  return rows.map(toRule)
}

function toRule(row: RuleRow): Rule {
  const { kind, tag, comparison, limit, states, severity } = row
  const condition = { kind, severity, ...conditionOf(row) }
  const delays = { onDelayMs: row.on_delay_seconds * 1_000, offDelayMs: row.off_delay_seconds * 1_000 }
  return {
    ...delays,
    id: row.id,
    name: row.name,
    severity,
    enabled: row.enabled,
    machineKey: row.machine_key,
    configurationId: row.configuration_id,
    customerId: row.customer_id,
    kind,
    tag,
    comparison,
    limit,
    deadband: row.deadband ?? 0,
    states,
    silenceMs: row.silence_seconds * 1_000,
    message: row.message,
    notifyEmails: row.notify_emails,
    webhookUrl: row.webhook_url,
    webhookTemplate: row.webhook_template,
    fingerprint: JSON.stringify({ ...condition, ...delays }),
  }
}

/** What a rule of its kind goes by; what belongs to other kinds changes nothing. */
function conditionOf({ kind, tag, comparison, limit, deadband, states, silence_seconds }: RuleRow): object {
  if (kind === 'value') return { tag, comparison, limit, deadband }
  return kind === 'state' ? { states } : { silence_seconds }
}

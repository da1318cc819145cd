import { foldCase } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Reported } from '../../history/index.ts'
import type { Db } from '../../platform/database.ts'

/** What a tag must be for speeds to count: a value, between limits, or both; null: whatever it is. */
export interface TagCondition {
  tag: string
  value: string | null
  least: number | null
  most: number | null
}

/** That speeds count whatever a tag says. */
export const NO_CONDITION = ''

/** The text that running time under a condition is stored by. */
export function conditionKey(condition: TagCondition | null): string {
  if (condition === null) return NO_CONDITION
  const { tag, value, least, most } = condition
  return JSON.stringify([tag, value, least, most])
}

/** Whether a reading is as a condition says. */
export function isMet({ value: wanted, least, most }: TagCondition, reading: Reported['value']): boolean {
  if (reading === null) return false
  const number = numberOf(reading)
  if (wanted !== null && !isValue(reading, number, wanted)) return false
  if (least === null && most === null) return true
  return number >= (least ?? Number.NEGATIVE_INFINITY) && number <= (most ?? Number.POSITIVE_INFINITY)
}

function isValue(reading: NonNullable<Reported['value']>, number: number, wanted: string): boolean {
  return foldCase(String(reading).trim()) === foldCase(wanted.trim()) || number === numberOf(wanted)
}

/** Some machines send numbers as texts. NaN for what is not a number. */
function numberOf(value: NonNullable<Reported['value']>): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : Number.NaN
}

/**
 * The conditions of tags that promises of a machine name, each once; null stands for promises without one. Empty: no speed is promised, and nothing under the
 * condition of a tag.
 */
export async function readConditions(db: Db, machineKey: number): Promise<(TagCondition | null)[]> {
  const { rows } = await sql<{ tag: string | null } & Omit<TagCondition, 'tag'>>`
    SELECT DISTINCT p.tag, p.tag_value AS value, p.tag_least AS least, p.tag_most AS most
    FROM promise p JOIN machine m ON m.id = p.machine_id
    WHERE m.key = ${machineKey} AND p.deleted_at IS NULL AND (p.kind = 'speed' OR (p.kind <> 'other' AND p.tag IS NOT NULL))
  `.execute(db)
  if (rows.length === 0) return []
  return [null, ...rows.flatMap(({ tag, ...limits }) => (tag === null ? [] : [{ tag, ...limits }]))]
}

import type { FieldError, FieldSpecKind } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { keyOf, readSpecCondition } from './spec-filter.ts'

/**
 * What is wrong with filters by spec values: a key of no field that lists are filtered by, or a value that no field of that key could
 * have. Types may have fields of the same key and of different kinds; one that fits is enough.
 */
export async function checkSpecConditions(db: Transaction, texts: readonly string[]): Promise<FieldError[]> {
  const { rows } = await sql<{ key: string; kinds: FieldSpecKind[] }>`
    SELECT key, array_agg(DISTINCT kind) AS kinds FROM field_spec WHERE key = ANY(${texts.map(keyOf)}::text[]) AND filterable
    GROUP BY key
  `.execute(db)
  const kinds = new Map(rows.map((row) => [row.key, row.kinds]))
  return texts.flatMap((text, place): FieldError[] => {
    const fault = faultOf(text, kinds.get(keyOf(text)))
    return fault === undefined ? [] : [{ path: `query.spec.${place}`, ...fault }]
  })
}

function faultOf(text: string, kinds: FieldSpecKind[] | undefined): Omit<FieldError, 'path'> | undefined {
  if (kinds === undefined) return { code: 'unknown', message: t('library.noFilterByField', { key: keyOf(text) }) }
  const { from, to, isNumeric, flag } = readSpecCondition(text)
  const fits: Record<FieldSpecKind, boolean> = {
    number: isNumeric && (from === null || to === null || from <= to),
    range: isNumeric && (from === null || to === null || from <= to),
    boolean: flag !== null,
    text: true,
    enum: true,
  }
  if (kinds.some((kind) => fits[kind])) return undefined
  const [kind = 'text'] = kinds
  return { code: 'rule', message: t('library.specFilterDoesNotFit', { kind: kind === 'range' ? 'number' : kind }) }
}

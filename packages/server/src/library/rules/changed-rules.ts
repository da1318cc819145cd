import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FieldError, RuleCheck } from '@packhouse/contract'
import { sql } from 'kysely'
import type { ChangeCheck } from '../../engine/resource/behaviour.ts'
import type { Transaction } from '../../platform/database.ts'
import type { LibraryLimits } from '../../platform/library-limits.ts'
import type { Refusals } from '../../platform/refusals.ts'
import { readContentRows } from './content-rows.ts'
import { toRuleContent } from './rule-content.ts'
import { findRuleFaults } from './rule-findings.ts'

/** Machines whose rules are held at a time. */
const PORTION = 50

export interface RuleCheckParts {
  limits: LibraryLimits
  refusals: Refusals
}

/**
 * Checks the rules of every machine whose options, relations, rules or figures the transaction has changed; triggers note which. The lock makes two who
 * change one machine follow each other: the second sees what the first has stored. It is taken last, behind all locks of rows, so that nobody who
 * holds it waits for a row.
 */
export function checkChangedRules(parts: RuleCheckParts): ChangeCheck {
  return async (db) => {
    const machines = await takeMarks(db)
    const errors: FieldError[] = []
    for (let from = 0; from < machines.length; from += PORTION) {
      for (const rows of await readContentRows(db, machines.slice(from, from + PORTION))) {
        const check = await findRuleFaults(toRuleContent(rows), parts.limits)
        countGivenUp(parts.refusals, check)
        errors.push(...faultsOf(check))
        await nextTurn()
      }
    }
    return errors
  }
}

async function takeMarks(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(string_to_array(nullif(current_setting('packhouse.option_rules_changed', true), ''), ',')) id
    ORDER BY id`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await sql`SELECT set_config('packhouse.option_rules_changed', '', true)`.execute(db)
  await sql`SELECT lock_option_rules(id) FROM (SELECT unnest(${ids}::uuid[]) AS id) machines`.execute(db)
  return ids
}

function faultsOf({ findings }: RuleCheck): FieldError[] {
  return findings
    .filter(({ preventsSaving }) => preventsSaving)
    .map(({ kind, message }) => ({ path: 'body', code: kind, message }))
}

function countGivenUp(refusals: Refusals, { findings }: RuleCheck): void {
  for (const { kind } of findings) {
    if (kind === 'tooMany') refusals.count('library', 'too_many_rules')
    if (kind === 'tooComplex') refusals.count('library', 'check_given_up')
  }
}

import { EVIDENCE_MONTHS } from '@packhouse/contract'
import { sql } from 'kysely'
import type { FilterCheck, FilterCondition } from '../engine/resource/behaviour.ts'
import type { Computed } from '../engine/resource/columns.ts'
import { checkSpecConditions } from './spec-check.ts'
import { specConditions } from './spec-filter.ts'

/** Whether the evidence of a cell is older than it may be. */
export const isStale = sql<boolean>`(compatibility.verified_on < current_date - make_interval(months => ${sql.lit(EVIDENCE_MONTHS)})) IS TRUE`

/** Fields that are worked out when a row is read, by the name of the resource. */
export const libraryComputedFields: Record<string, Computed> = {
  compatibility: { stale: isStale },
  machineDocument: {
    superseded: sql`EXISTS (
      SELECT FROM machine_document newer WHERE newer.supersedes_id = machine_document.id AND newer.deleted_at IS NULL)`,
  },
}

/** What is wrong with the values of such filters, by the name of the resource. */
export const libraryFilterChecks: Record<string, Record<string, FilterCheck>> = {
  libraryMachine: { spec: checkSpecConditions },
}

/** What filters of lists mean that are no fields, by the name of the resource. */
export const libraryFilters: Record<string, Record<string, FilterCondition>> = {
  libraryMachine: {
    spec: specConditions,
    tagId: (ids) => sql`NOT EXISTS (
      SELECT FROM unnest(${ids}::uuid[]) wanted (id)
      WHERE NOT EXISTS (SELECT FROM library_machine_tag t WHERE t.machine_id = library_machine.id AND t.tag_id = wanted.id))`,
    styleId: (ids) => sql`NOT EXISTS (
      SELECT FROM unnest(${ids}::uuid[]) wanted (id)
      WHERE NOT EXISTS (SELECT FROM compatibility c WHERE c.machine_id = library_machine.id AND c.style_id = wanted.id
        AND c.result IN ('yes', 'conditional')))`,
  },
}

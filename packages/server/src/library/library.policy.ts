import { EVIDENCE_MONTHS, PUBLIC_YEARS } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { FilterCheck, FilterCondition } from '../engine/resource/behaviour.ts'
import type { Computed } from '../engine/resource/columns.ts'
import { checkSpecConditions } from './spec-check.ts'
import { readSpan, specConditions } from './spec-filter.ts'

/** Whether the evidence of a cell is older than it may be. */
export const isStale = sql<boolean>`(compatibility.verified_on < current_date - make_interval(months => ${sql.lit(EVIDENCE_MONTHS)})) IS TRUE`

/** When each machine that a document is for was placed on the market, as far as is known; the newest counts. */
const publicUntil = sql`(CASE WHEN machine_document.public_since IS NOT NULL THEN (
  SELECT max(coalesce(m.commissioned_at, machine_document.public_since::date)) FROM (
    SELECT commissioned_at FROM machine WHERE id = machine_document.machine_id
    UNION ALL SELECT i.commissioned_at FROM library_machine l JOIN machine i ON fold_case(i.configuration_id) = fold_case(l.model)
      WHERE l.id = machine_document.library_machine_id
    UNION ALL SELECT NULL WHERE machine_document.library_machine_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM library_machine l JOIN machine i ON fold_case(i.configuration_id) = fold_case(l.model)
        WHERE l.id = machine_document.library_machine_id)
  ) m (commissioned_at)) + make_interval(years => ${sql.lit(PUBLIC_YEARS)}) END)`

/** Fields that are worked out when a row is read, by the name of the resource. */
export const libraryComputedFields: Record<string, Computed> = {
  compatibility: { stale: isStale },
  fieldSpec: { usedCount: sql`(SELECT count(*)::int FROM spec_value v WHERE v.field_spec_id = field_spec.id)` },
  libraryMachine: {
    styleCount: sql`(SELECT count(*)::int FROM compatibility c JOIN packaging_style s ON s.id = c.style_id
      WHERE c.machine_id = library_machine.id AND c.result IN ('yes', 'conditional') AND s.deleted_at IS NULL)`,
    optionCount: sql`(SELECT count(*)::int FROM machine_option o WHERE o.machine_id = library_machine.id)`,
  },
  machineType: {
    fieldCount: sql`(SELECT count(*)::int FROM field_spec f WHERE f.type_id = machine_type.id)`,
    machineCount: sql`(SELECT count(*)::int FROM library_machine m WHERE m.type_id = machine_type.id AND m.deleted_at IS NULL)`,
  },
  machineDocument: {
    superseded: sql`EXISTS (
      SELECT FROM machine_document newer WHERE newer.supersedes_id = machine_document.id AND newer.deleted_at IS NULL)`,
    publicUntil: sql`to_char(${publicUntil}, 'YYYY-MM-DD')`,
  },
  paperRequest: {
    customer: sql`(SELECT c.name FROM machine m JOIN customer c ON c.id = m.customer_id WHERE m.id = paper_request.machine_id)`,
  },
}

const ofMachine = (table: string) =>
  sql`EXISTS (SELECT FROM library_machine m WHERE m.id = ${sql.ref(`${table}.machine_id`)} AND m.deleted_at IS NULL)`
const ofPair = sql`${ofMachine('compatibility')}
  AND EXISTS (SELECT FROM packaging_style s WHERE s.id = compatibility.style_id AND s.deleted_at IS NULL)`

/** The parts of a deleted machine or style wait unseen until it comes back: an import would refuse what an export had of them. */
export const libraryListed: Record<string, RawBuilder<unknown>> = {
  machineOption: ofMachine('machine_option'),
  machineOptionRule: ofMachine('machine_option_rule'),
  compatibility: ofPair,
  compatibilityMaterial: sql`EXISTS (
    SELECT FROM compatibility WHERE compatibility.id = compatibility_material.compatibility_id AND ${ofPair})`,
}

/** What machines and options cost is disclosed to whoever sees the costs of everything. */
export const libraryDisclosed: Record<string, RawBuilder<unknown>> = {
  libraryMachine: sql`may_see_cost(NULL)`,
  machineOption: sql`may_see_cost(NULL)`,
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
    possibleStyleId: (ids) => sql`NOT EXISTS (
      SELECT FROM compatibility c WHERE c.machine_id = library_machine.id AND c.style_id = ANY(${ids}::uuid[]) AND c.result = 'no')`,
    speed: (texts) => {
      const spans = texts.map(readSpan)
      const least = Math.max(...spans.map(({ from }) => from))
      const most = Math.min(...spans.map(({ to }) => to))
      return sql`library_machine.design_speed BETWEEN ${String(least)}::float8 AND ${String(most)}::float8`
    },
  },
}

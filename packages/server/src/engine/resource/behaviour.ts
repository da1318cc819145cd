import type { FieldError, Resource } from '@packhouse/contract'
import type { RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { Principal } from '../principal.ts'
import type { Computed, ResourceRow } from './columns.ts'

/** What a guard looks at, in the transaction that changes the state. */
export interface GuardInput {
  db: Transaction
  principal: Principal
  /** The row, locked against changes by others, with its lists of children. */
  row: ResourceRow
}

/**
 * Lists what prevents the transition of a row; empty: it is allowed. Paths are those of the row, such as
 * `row.validUntil` or `row.items.2.quantity`.
 */
export type Guard = (input: GuardInput) => Promise<FieldError[]> | FieldError[]

/** The condition that the values of a filter make of a row of the resource's table. */
export type FilterCondition = (values: readonly string[]) => RawBuilder<unknown>

/**
 * Lists what is wrong with the values of a filter that its declaration cannot know, such as a name that no row has. Paths are those
 * of the query.
 */
export type FilterCheck = (db: Transaction, values: readonly string[]) => Promise<FieldError[]>

/** What areas add to declared resources, by the resource name. */
export interface Behaviour {
  /** Expressions of fields that are computed when a row is read. */
  computed: Record<string, Computed>
  /** Guards of transitions, by their names. */
  guards: Record<string, Record<string, Guard>>
  /** What filters mean that are no fields, by their names. */
  filters?: Record<string, Record<string, FilterCondition>>
  /** What is asked of the values of such filters before a list is read, by their names. */
  filterChecks?: Record<string, Record<string, FilterCheck>>
}

/** @throws Error where a declared guard is implemented by no area: its transition would pass unasked */
export function assertGuarded(resources: readonly Resource[], { guards }: Behaviour): void {
  for (const { name, traits } of resources) {
    for (const [transition, { guard }] of Object.entries(traits.lifecycle?.transitions ?? {})) {
      if (guard === undefined || guards[name]?.[guard] !== undefined) continue
      throw new Error(`The transition ${transition} of ${name} names the guard ${guard}, which no area implements.`)
    }
  }
}

/** @throws Error where a declared filter is implemented by no area: it would be ignored */
export function assertFiltered(resources: readonly Resource[], { filters = {} }: Behaviour): void {
  for (const { name, traits } of resources) {
    const missing = Object.keys(traits.filters ?? {}).find((filter) => filters[name]?.[filter] === undefined)
    if (missing !== undefined) throw new Error(`Lists of ${name} are filtered by ${missing}, which no area implements.`)
  }
}

import type { FieldError, Resource } from '@packhouse/contract'
import type { RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { Principal } from '../principal.ts'
import type { Computed, ResourceRow } from './columns.ts'
import type { Cell } from './csv/cell.ts'
import type { Line } from './csv/read-line.ts'
import type { ListRequest } from './list-rows.ts'

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

/**
 * Lists what is wrong with the changes of a transaction as a whole, before it ends; any fault undoes all of it. It is asked by every door that
 * changes rows of the resource. Paths are those of the request.
 */
export type ChangeCheck = (db: Transaction) => Promise<FieldError[]>

/**
 * Works out again what follows from the changes of a transaction, such as the sums of a project whose lines have changed. It may run several times in one
 * transaction.
 */
export type AfterChanges = (db: Transaction) => Promise<void>

/** What is noted of a version beside what it holds, such as its totals: nothing confidential. @param snapshot all that it holds */
export type VersionFacts = (db: Transaction, snapshot: Record<string, unknown>) => Promise<Record<string, unknown>>

/** Columns of exported and imported files that are no fields of the resource. */
export interface ExtraColumns {
  /** The columns of a list, and their cells by the id of the row, in the same order. */
  export: (
    db: Transaction,
    request: ListRequest,
  ) => Promise<{ columns: string[]; cellsOf: (ids: readonly string[]) => Promise<Map<string, Cell[]>> }>
  /** Whether a column of a file is one of them. */
  has: (column: string) => boolean
  /** Finds out what the cells of every line change, and adds faults and changes to it. Its rows are locked. */
  plan: (db: Transaction, lines: readonly Line[]) => Promise<void>
  /** Writes what was planned, after the rows themselves; what is refused becomes a fault of its line. */
  write: (db: Transaction, lines: readonly Line[]) => Promise<void>
  /** Writes the audit entries of that. */
  audit: (db: Transaction, principal: Principal, lines: readonly Line[]) => Promise<void>
}

/** What areas add to declared resources, by the resource name. */
export interface Behaviour {
  /** Expressions of fields that are computed when a row is read. */
  computed: Record<string, Computed>
  /** Guards of transitions, by their names. */
  guards: Record<string, Record<string, Guard>>
  /** What filters mean that are no fields, and those fields that mean more than their value, by their names. */
  filters?: Record<string, Record<string, FilterCondition>>
  /** The condition of the rows that lists and files have at all, such as those whose parent is not deleted. */
  listed?: Record<string, RawBuilder<unknown>>
  /** The condition under which the confidential fields of a row are disclosed. */
  disclosed?: Record<string, RawBuilder<unknown>>
  /** Columns of files that are no fields. */
  extraColumns?: Record<string, ExtraColumns>
  /** What is asked of the values of such filters before a list is read, by their names. */
  filterChecks?: Record<string, Record<string, FilterCheck>>
  /** What is worked out before changed rows are answered and a transaction ends that may have changed rows. */
  afterChanges?: Record<string, AfterChanges>
  /** What is noted of versions. */
  versionFacts?: Record<string, VersionFacts>
  /** What runs when a transaction has ended that may have changed rows, before that is answered. */
  committed?: Record<string, () => Promise<void>>
  /** What is asked before a transaction ends that may have changed rows. */
  changeChecks?: Record<string, ChangeCheck>
  /** Whether what the product calls may lie in closed networks. */
  allowsPrivateAddresses?: boolean
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

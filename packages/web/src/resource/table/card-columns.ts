import type { Resource } from '@packhouse/contract'
import { fieldOf, type ResourceView } from '../view.ts'

/** A card has room for so many values below the name; one more stands in for one that is empty. */
export const CARD_VALUES = 2

/** The columns of a row that is a card. */
export interface CardColumns {
  /** Says how the row is; beside the name. */
  state: string | undefined
  /** In the order of their importance. */
  values: readonly string[]
}

/** The columns that a card shows, of those that the table would show. */
export function cardColumns(resource: Resource, view: ResourceView, columns: readonly string[]): CardColumns {
  const state = columns.find((name) => isState(resource, view, name))
  return { state, values: columns.filter((name) => name !== state).slice(0, CARD_VALUES + 1) }
}

/** A column says how a row is if its choices have badges. */
function isState(resource: Resource, { badges = {}, extraColumns = [] }: ResourceView, name: string): boolean {
  const choices = fieldOf(resource, name)?.choices ?? []
  return (
    choices.some((choice) => choice in badges) || extraColumns.some((extra) => extra.name === name && extra.isState)
  )
}

/** Whether a value means nothing without the name of its column, such as a number. */
export function needsLabel(resource: Resource, name: string): boolean {
  const kind = fieldOf(resource, name)?.kind
  return (
    name === 'createdAt' ||
    name === 'updatedAt' ||
    (kind !== undefined && ['boolean', 'integer', 'decimal', 'date', 'time'].includes(kind))
  )
}

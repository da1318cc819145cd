import type { Resource } from '@packhouse/contract'
import type { Cell, ReactTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { ResourceRow } from '../registry.ts'
import { isEmpty } from '../value-view.tsx'
import { fieldOf, type ResourceView } from '../view.ts'
import { CARD_VALUES, type CardColumns, needsLabel } from './card-columns.ts'
import { columnLabel, type features } from './columns.tsx'
import { gridRoles } from './grid-roles.ts'

export interface CardCellsProps {
  resource: Resource
  view: ResourceView
  card: CardColumns
  table: ReactTable<typeof features, ResourceRow>
  row: ResourceRow
  cells: readonly Cell<typeof features, ResourceRow>[]
  /** Puts the name into the link of the row, if it leads anywhere. */
  inLink: (id: string, cell: ReactNode) => ReactNode
}

/** By how many values share the second line, so that it does not become two. */
const widths = ['', 'max-w-full', 'max-w-[calc(50%-4px)]']

/** The cells of a row that is a card: the name and the state, below them the values that it has of the most important ones. */
export function CardCells({ resource, view, card, table, row, cells, inLink }: CardCellsProps) {
  const isField = (name: string) => name in row
  const values = card.values
    .filter((name) => !isField(name) || !isEmpty(row[name]) || view.empty?.[name] !== undefined)
    .slice(0, CARD_VALUES)
  // A moment that is cut says nothing: it has the width that it needs, if need be on a line of its own.
  const widthOf = (name: string) => (fieldOf(resource, name)?.kind === 'time' ? 'max-w-full' : widths[values.length])
  return cells.map((cell, index) => {
    const name = cell.column.id
    const isName = name === resource.label
    if (!isName && name !== card.state && !values.includes(name)) return null
    return (
      <td
        key={cell.id}
        {...gridRoles.cell}
        aria-colindex={index + 1}
        className={classNames(
          isName && 'min-w-0 flex-1 truncate text-14',
          name === card.state && 'max-w-1/2 shrink-0 truncate',
          values.includes(name) && `order-2 min-w-0 truncate text-12 text-text-2 ${widthOf(name)}`,
          // The whole card opens the row: a link to an address is in the row that is opened.
          isField(name)
            ? '[&_a:not([data-row-link])]:pointer-events-none'
            : '[&_:is(a,button)]:relative [&_:is(a,button)]:z-1',
        )}
      >
        {needsLabel(resource, name) && <span className="text-text-3">{columnLabel(resource, view, name)} </span>}
        {isName ? inLink(row.id, <table.FlexRender cell={cell} />) : <table.FlexRender cell={cell} />}
      </td>
    )
  })
}

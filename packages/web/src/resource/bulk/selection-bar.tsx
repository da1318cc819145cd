import { MAX_BULK, type Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Button } from '../../ui/button.tsx'
import { removalKind } from '../delete-labels.ts'
import { toListQuery } from '../list-state.ts'
import type { ParentMount } from '../registry.ts'
import { clearSelection } from '../selection.ts'
import { SelectionExport } from '../selection-export.tsx'
import { BulkBar } from '../table/bulk-bar.tsx'
import type { ListParts } from '../use-list-parts.ts'
import type { ResourceView } from '../view.ts'
import { BulkSet } from './bulk-set.tsx'
import type { BulkTarget } from './use-bulk.ts'

export interface SelectionBarProps {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
  parts: ListParts
}

/** What can be done with the selected rows of a list, or with all that it finds; nothing while none is selected. */
export function SelectionBar({ resource, view, mount, parts }: SelectionBarProps) {
  const { selection, whole, bulkFields } = parts
  const clear = () => parts.setSelection(clearSelection(selection))
  if (!parts.selectable || selection.ids.size === 0) return null
  const target: BulkTarget = whole.isChosen
    ? { query: wholeQuery(resource, parts), count: whole.total }
    : { rows: parts.rows.filter(({ id }) => selection.ids.has(id)) }
  const count = whole.isChosen ? whole.total : selection.ids.size
  return (
    <BulkBar
      words={whole.isChosen ? t('resource.allFoundAreSelected', { total: count }) : t('resource.selected', { count })}
      widening={<Widening parts={parts} />}
      removal={removalKind(view)}
      // Of rows on other pages nobody has seen what hangs on them.
      onDelete={whole.isChosen ? undefined : parts.deleteSelected}
      onRestore={whole.isChosen ? undefined : parts.restoreSelected}
      setting={
        bulkFields.length > 0 && (
          <BulkSet {...{ resource, view, mount, target, count }} fields={bulkFields} onDone={clear} />
        )
      }
      exporting={parts.canExport && <SelectionExport resource={resource} mount={mount} parts={parts} />}
      onClear={clear}
    />
  )
}

/** The way from all rows of the page to all that the list finds, or why it is not offered. */
function Widening({ parts: { whole } }: { parts: ListParts }) {
  if (!whole.canChoose || whole.isChosen) return null
  if (whole.total > MAX_BULK) {
    return (
      <span className="text-12 text-text-2">
        {t('resource.foundTooManyToChange', { total: whole.total, most: MAX_BULK })}
      </span>
    )
  }
  return (
    <Button variant="quiet" size="dense" className="text-text underline hover:bg-surface" onClick={whole.choose}>
      {t('resource.selectAllFound', { total: whole.total })}
    </Button>
  )
}

/** What finds all rows of the list, whatever its page. */
function wholeQuery(resource: Resource, { list }: ListParts) {
  const { page: _, pageSize: __, sort: ___, ...query } = toListQuery(resource, list.state)
  return query
}

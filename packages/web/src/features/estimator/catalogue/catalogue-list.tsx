import { NEW, ResourceDrawer } from '../../../resource/drawer/resource-drawer.tsx'
import { ListBody } from '../../../resource/list-body.tsx'
import { ListHead } from '../../../resource/list-head.tsx'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import { clearSelection } from '../../../resource/selection.ts'
import { SelectionExport } from '../../../resource/selection-export.tsx'
import { BulkBar } from '../../../resource/table/bulk-bar.tsx'
import { ColumnMenu } from '../../../resource/table/column-menu.tsx'
import { FilterBar } from '../../../resource/table/filter-bar.tsx'
import { Pager } from '../../../resource/table/pager.tsx'
import { ViewMenu } from '../../../resource/table/view-menu.tsx'
import { type ListParts, useListParts } from '../../../resource/use-list-parts.ts'
import { CategoryTree } from './category-tree.tsx'
import { PriceUpdate } from './price-update.tsx'

/** The list of items beside the tree of their categories. */
export function CatalogueList(props: ListContentProps) {
  const { resource, view } = props
  const parts = useListParts(props)
  const { list, openRow, selection } = parts
  return (
    <>
      <ListHead
        resource={resource}
        mount={undefined}
        list={list}
        count={parts.count}
        intro={undefined}
        heading="h1"
        onCreate={() => openRow.open(NEW)}
        onImport={props.onImport}
      >
        <PriceUpdate list={list.state} selected={selection.ids} total={parts.query.data?.total ?? 0} />
      </ListHead>
      <div className="flex min-h-0 flex-1 gap-4 max-lg:flex-col max-lg:gap-2">
        <CategoryTree list={list} />
        <ItemRows {...props} parts={parts} />
      </div>
      <Pager state={list.state} total={parts.query.data?.total} onChange={list.change} />
      {parts.dialogs}
      {openRow.id !== undefined && (
        <ResourceDrawer resource={resource} view={view} openRow={openRow} order={parts.order} />
      )}
    </>
  )
}

function ItemRows({ resource, view, parts }: ListContentProps & { parts: ListParts }) {
  const { list, columns, selection, setSelection } = parts
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <FilterBar
        resource={resource}
        view={{ ...view, columns: ['supplierId', 'active'], hidden: [...(view.hidden ?? []), 'categoryId'] }}
        mount={undefined}
        list={list}
      >
        <ViewMenu resource={resource} list={list} columns={columns} />
        <ColumnMenu resource={resource} view={view} columns={columns} />
      </FilterBar>
      {parts.selectable && selection.ids.size > 0 && (
        <BulkBar
          count={selection.ids.size}
          removal="delete"
          onDelete={parts.deleteSelected}
          onRestore={parts.restoreSelected}
          exporting={parts.canExport && <SelectionExport resource={resource} mount={undefined} parts={parts} />}
          onClear={() => setSelection(clearSelection(selection))}
        />
      )}
      <ListBody resource={resource} view={view} mount={undefined} parts={parts} />
    </div>
  )
}

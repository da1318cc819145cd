import { SelectionBar } from '../../../resource/bulk/selection-bar.tsx'
import { NEW, ResourceDrawer } from '../../../resource/drawer/resource-drawer.tsx'
import { ListBody } from '../../../resource/list-body.tsx'
import { ListHead } from '../../../resource/list-head.tsx'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import { ColumnMenu } from '../../../resource/table/column-menu.tsx'
import { FilterBar } from '../../../resource/table/filter-bar.tsx'
import { Pager } from '../../../resource/table/pager.tsx'
import { ViewMenu } from '../../../resource/table/view-menu.tsx'
import { type ListParts, useListParts } from '../../../resource/use-list-parts.ts'
import { ActiveView } from '../../../resource/views/active-view.tsx'
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
        <ActiveView parts={parts} />
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
  const { list, columns } = parts
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <FilterBar
        resource={resource}
        view={{ ...view, columns: ['supplierId', 'active'], hidden: [...(view.hidden ?? []), 'categoryId'] }}
        mount={undefined}
        list={list}
      >
        <ViewMenu resource={resource} parts={parts} />
        <ColumnMenu resource={resource} view={view} columns={columns} />
      </FilterBar>
      <SelectionBar resource={resource} view={view} parts={parts} />
      <ListBody resource={resource} view={view} mount={undefined} parts={parts} />
    </div>
  )
}

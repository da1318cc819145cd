import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import { SelectionBar } from '../../../resource/bulk/selection-bar.tsx'
import { NEW, ResourceDrawer } from '../../../resource/drawer/resource-drawer.tsx'
import { useIsPhone } from '../../../resource/frame.tsx'
import { ListBody } from '../../../resource/list-body.tsx'
import { ListHead } from '../../../resource/list-head.tsx'
import { countNarrowing } from '../../../resource/list-state.ts'
import type { ListContentProps } from '../../../resource/resource-list.tsx'
import { ColumnMenu } from '../../../resource/table/column-menu.tsx'
import { SearchField } from '../../../resource/table/filter-bar.tsx'
import { Pager } from '../../../resource/table/pager.tsx'
import { ViewMenu } from '../../../resource/table/view-menu.tsx'
import { type ListParts, useListParts } from '../../../resource/use-list-parts.ts'
import { ActiveView } from '../../../resource/views/active-view.tsx'
import { Button } from '../../../ui/button.tsx'
import { CrossIcon } from '../../../ui/icons.tsx'
import { KeyHint } from '../../../ui/key-hint.tsx'
import { FilterIcon } from '../../../ui/tool-icons.tsx'
import { CompareButton } from '../compare/compare-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterHead, FilterPanel } from './filter-panel.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { FleetProvider, useFleetOfRows } from './fleet-of-rows.ts'
import { MachineCards } from './machine-cards.tsx'
import { useFilterKey } from './use-filter-key.ts'
import { type FilterCounts, useFilterOptions } from './use-filter-options.ts'
import { useIsNarrow } from './use-is-narrow.ts'

/** The list of machines beside its filters. */
export function MachinesList(props: ListContentProps) {
  const { resource, view } = props
  const parts = useListParts(props)
  const { list, openRow } = parts
  const counts = useFilterOptions(list.state)
  const fleet = useFleetOfRows(parts.order)
  return (
    <FleetProvider value={fleet}>
      <ListHead
        resource={resource}
        mount={undefined}
        list={list}
        count={countWords(counts, parts.count)}
        intro={undefined}
        heading="h1"
        actions={<CompareButton parts={parts} />}
        onCreate={() => openRow.open(NEW)}
        onImport={props.onImport}
      >
        <ActiveView parts={parts} />
      </ListHead>
      <div className="flex min-h-0 flex-1 gap-4">
        <MachineRows {...props} parts={parts} counts={counts} />
      </div>
      <Pager state={list.state} total={parts.query.data?.total} onChange={list.change} />
      {parts.dialogs}
      {openRow.id !== undefined && (
        <ResourceDrawer resource={resource} view={view} openRow={openRow} order={parts.order} />
      )}
    </FleetProvider>
  )
}

/** `19 of 28` */
function countWords({ now, all }: FilterCounts, count: string): string {
  if (now === undefined || all === undefined || now.total === all.total) return count
  return t('library.countOfAll', { count: formatCount(now.total), all: formatCount(all.total) })
}

type RowsProps = ListContentProps & { parts: ListParts; counts: FilterCounts }

function MachineRows({ resource, view, parts, counts }: RowsProps) {
  const { list, columns } = parts
  const isNarrow = useIsNarrow()
  const isPhone = useIsPhone()
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useFilterKey(() => {
    if (isNarrow) setOpen(true)
    else panel.current?.querySelector<HTMLElement>('input, button')?.focus()
  })
  return (
    <>
      {!isNarrow && (
        <aside
          ref={panel}
          aria-label={t('library.filters')}
          className="w-64 shrink-0 overflow-y-auto rounded-panel border border-line bg-surface"
        >
          <FilterHead list={list} />
          <FilterPanel list={list} counts={counts} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-2 rounded-t-panel border border-b-0 border-line bg-surface p-2">
          <SearchField
            noun={resource.noun[1]}
            value={list.state.search}
            onSearch={(search) => list.change({ search })}
          />
          {isNarrow && <FilterButton parts={parts} onOpen={() => setOpen(true)} />}
          <FilterChips list={list} />
          <div className="ms-auto flex items-center gap-1 max-md:hidden">
            <ViewMenu resource={resource} parts={parts} />
            <ColumnMenu resource={resource} view={view} columns={columns} />
          </div>
        </div>
        <SelectionBar resource={resource} view={view} parts={parts} />
        <ListBody
          resource={resource}
          view={view}
          mount={undefined}
          parts={parts}
          addressOf={(id) => `/library/machines/${id}`}
          {...(isPhone ? { cards: <MachineCards rows={parts.rows} /> } : {})}
        />
        {!isNarrow && <Legend />}
      </div>
      <FilterSheet open={open && isNarrow} onOpenChange={setOpen} total={counts.now?.total}>
        <FilterHead list={list}>
          <Button
            variant="quiet"
            aria-label={t('general.close')}
            className="-me-3 w-11 px-0"
            onClick={() => setOpen(false)}
          >
            <CrossIcon />
          </Button>
        </FilterHead>
        <FilterPanel list={list} counts={counts} />
      </FilterSheet>
    </>
  )
}

function FilterButton({ parts, onOpen }: { parts: ListParts; onOpen: () => void }) {
  const { filters } = countNarrowing(parts.list.state)
  return (
    <Button size="dense" onClick={onOpen}>
      <FilterIcon size={14} />
      {filters === 0 ? t('library.filters') : t('library.filtersSet', { count: filters })}
    </Button>
  )
}

/** What the column of the field shows, and the key of the filters. */
function Legend() {
  return (
    <div className="flex items-center gap-1.5 border border-t-0 border-line bg-surface-2 px-3.5 py-1.5 text-12 text-text-2">
      <KeyHint>{t('library.filterKey')}</KeyHint>
      {t('library.toTheFilters')}
      <svg width={54} height={12} aria-hidden="true" className="ms-auto rtl:-scale-x-100">
        <path d="M4 6h44" stroke="var(--line-2)" />
        <rect x={16} y={3} width={20} height={6} fill="var(--line-2)" />
        <circle cx={26} cy={6} r={3.5} fill="var(--series-1)" />
        <path d="M48 0v12" stroke="var(--kraft)" strokeWidth={2} />
      </svg>
      {t('library.medianAgainstDesign')}
    </div>
  )
}

import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { declared } from '../../../resource/registry.ts'
import { SearchField } from '../../../resource/table/filter-bar.tsx'
import { FilterControl } from '../../../resource/table/filter-control.tsx'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { projectListView } from './project-list-view.ts'
import { SOON_DAYS } from './use-board.ts'

interface BoardFiltersProps {
  list: ListAddress
  endsSoon: boolean
  onEndsSoon: (on: boolean) => void
  /** Stands at the end of the bar. */
  children?: ReactNode
}

/** What the board is narrowed by, kept in the address like the filters of the table. */
export function BoardFilters({ list, endsSoon, onEndsSoon, children }: BoardFiltersProps) {
  const projects = declared('project')
  const { filters, search } = list.state
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField noun={projects.noun[1]} value={search} onSearch={(next) => list.change({ search: next })} />
      {['ownerId', 'customerId'].map((name) => (
        <div key={name} className="w-48 max-md:w-[calc(50%-4px)]">
          <FilterControl
            resource={projects}
            view={projectListView}
            name={name}
            values={(filters[name] ?? []).slice(0, 1)}
            onChange={(values) => list.change({ filters: { ...filters, [name]: values.slice(-1) } })}
          />
        </div>
      ))}
      <label className="flex items-center gap-2 text-13 max-md:min-h-11">
        <input type="checkbox" checked={endsSoon} onChange={(event) => onEndsSoon(event.target.checked)} />
        {t('estimator.endsWithin', { count: SOON_DAYS })}
      </label>
      {children}
    </div>
  )
}

import { Popover } from '@base-ui/react/popover'
import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClasses } from '../../ui/button.tsx'
import { CrossIcon, SearchIcon } from '../../ui/icons.tsx'
import { FilterIcon } from '../../ui/tool-icons.tsx'
import { removalKind } from '../delete-labels.ts'
import { isSearched } from '../list-state.ts'
import { type ParentMount, resourceNamed } from '../registry.ts'
import { useOption } from '../use-choices.ts'
import type { ListAddress } from '../use-list-state.ts'
import type { ResourceView } from '../view.ts'
import { capitalize } from '../words.ts'
import { FilterControl, usableFilters, useFilterWords } from './filter-control.tsx'

export interface FilterBarProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  list: ListAddress
  /** Stands at the end of the bar. */
  children?: ReactNode
}

/** So many filters stand in the bar itself; the rest is behind a button. */
const IN_BAR = 2
const TYPING_MS = 250

/** Search and filters over the table. */
export function FilterBar({ resource, view, mount, list, children }: FilterBarProps) {
  const names = usableFilters(resource, view, mount)
  const { filters } = list.state
  const set = (name: string, values: string[]) => list.change({ filters: { ...filters, [name]: values } })
  const more = names.slice(IN_BAR)
  const hasMore = more.length > 0 || resource.traits.softDelete
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-t-panel border border-b-0 border-line bg-surface p-2">
      {isSearched(resource) && (
        <SearchField noun={resource.noun[1]} value={list.state.search} onSearch={(search) => list.change({ search })} />
      )}
      {names.slice(0, IN_BAR).map((name) => (
        <div key={name} className="w-48 max-md:w-[calc(50%-4px)]">
          <FilterControl
            resource={resource}
            view={view}
            name={name}
            values={filters[name] ?? []}
            onChange={(values) => set(name, values)}
          />
        </div>
      ))}
      {more
        .filter((name) => (filters[name] ?? []).length > 0)
        .map((name) => (
          <FilterChip
            key={name}
            resource={resource}
            view={view}
            name={name}
            list={list}
            onRemove={() => set(name, [])}
          />
        ))}
      {Object.entries(resource.traits.filters ?? {}).map(([name, { refersTo }]) =>
        (filters[name] ?? []).map((id) => (
          <ConditionChip key={`${name} ${id}`} refersTo={refersTo} id={id} onRemove={() => set(name, [])} />
        )),
      )}
      {list.state.deleted === 'only' && (
        <Chip
          words={t('resource.onlyRemoved', { kind: removalKind(view) })}
          onRemove={() => list.change({ deleted: 'without' })}
        />
      )}
      {hasMore && (
        <MoreFilters>
          {more.map((name) => (
            <FilterControl
              key={name}
              resource={resource}
              view={view}
              name={name}
              values={filters[name] ?? []}
              onChange={(values) => set(name, values)}
            />
          ))}
          {resource.traits.softDelete && <DeletedSwitch view={view} list={list} />}
        </MoreFilters>
      )}
      <div className="ms-auto flex items-center gap-1">{children}</div>
    </div>
  )
}

export function SearchField({
  noun,
  value,
  onSearch,
}: {
  noun: string
  value: string
  onSearch: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    // The address has changed from elsewhere, such as by a button that clears the search.
    setFollowed(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => latest.current(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <div className="relative w-[250px] max-md:w-full">
      <SearchIcon className="pointer-events-none absolute top-1/2 start-2.5 -mt-2 text-text-3" />
      <input
        type="search"
        aria-label={t('resource.search', { noun })}
        placeholder={t('resource.search', { noun })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          setTyped('')
        }}
        className="h-[30px] w-full rounded-control border border-control bg-surface pe-2 ps-8.5 text-13 placeholder:text-text-3 hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16"
      />
    </div>
  )
}

interface FilterChipProps {
  resource: Resource
  view: ResourceView
  name: string
  list: ListAddress
  onRemove: () => void
}

function FilterChip({ resource, view, name, list, onRemove }: FilterChipProps) {
  return <Chip words={useFilterWords({ resource, view, name }, list.state)} onRemove={onRemove} />
}

export function Chip({ words, onRemove }: { words: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-6 items-center gap-1 rounded-state border border-kraft bg-kraft-soft ps-2 text-12 font-[550] text-kraft-strong max-md:h-9">
      {words}
      <button
        type="button"
        aria-label={t('resource.removeTheFilter', { words })}
        className="grid h-full w-6 place-items-center max-md:w-11"
        onClick={onRemove}
      >
        <CrossIcon size={12} />
      </button>
    </span>
  )
}

/** A filter that is no field of the list, such as the customer whose machines the plans are of. */
function ConditionChip({ refersTo, id, onRemove }: { refersTo: string | undefined; id: string; onRemove: () => void }) {
  const other = resourceNamed(refersTo ?? '')
  const { option } = useOption(other && { resource: other, by: 'id' }, id)
  if (other === undefined) return null
  return (
    <Chip words={`${capitalize(other.noun[0])}: ${option?.label ?? t('resource.notInTheList')}`} onRemove={onRemove} />
  )
}

function MoreFilters({ children }: { children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonClasses('quiet', 'dense')}>
        <FilterIcon size={14} />
        {t('resource.more')}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup
            aria-label={t('resource.moreFilters')}
            className="grid w-72 max-w-[calc(100vw-16px)] gap-2 rounded-panel border border-line bg-surface p-3 text-text shadow-float outline-none"
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function DeletedSwitch({ view, list }: { view: ResourceView; list: ListAddress }) {
  return (
    <label className="flex min-h-[30px] cursor-pointer items-center gap-2 text-13 max-md:min-h-11">
      <input
        type="checkbox"
        checked={list.state.deleted === 'only'}
        onChange={(event) => list.change({ deleted: event.target.checked ? 'only' : 'without' })}
        className="size-4 accent-action"
      />
      {t('resource.showOnlyRemoved', { kind: removalKind(view) })}
    </label>
  )
}

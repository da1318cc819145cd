import { t } from '@packhouse/messages'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { findPermissions, groupPermissions, type PermissionEntry } from './permission-groups.ts'
import { PermissionSearch } from './permission-search.tsx'
import { permissionTitle } from './permission-title.ts'

export interface PermissionListProps<Entry extends PermissionEntry> {
  entries: readonly Entry[]
  /** Shown below the description of a permission, such as where it comes from. */
  details?: (entry: Entry) => ReactNode
}

/** Permissions to read, by subject, with a search. */
export function PermissionList<Entry extends PermissionEntry>({ entries, details }: PermissionListProps<Entry>) {
  const [search, setSearch] = useState('')
  const groups = useMemo(() => groupPermissions(entries, permissionTitle), [entries])
  const found = findPermissions(groups, search)
  const count = found.reduce((sum, group) => sum + group.entries.length, 0)
  return (
    <div className="grid gap-3">
      <PermissionSearch value={search} onChange={setSearch} />
      <p role="status" className="text-12 text-text-2 tabular-nums">
        {search.trim() === ''
          ? t('people.permissionsCount', { count: entries.length })
          : t('people.permissionsFound', { found: count, count: entries.length })}
      </p>
      {count === 0 && (
        <EmptyState
          title={t('people.noPermissionMatches', { search: search.trim() })}
          actions={<Button onClick={() => setSearch('')}>{t('people.clearTheSearch')}</Button>}
        />
      )}
      {found.map((group) => (
        <section key={group.name}>
          <h3 className="font-sans text-13 font-semibold tracking-normal">{group.title}</h3>
          <ul aria-label={group.title} className="grid">
            {group.entries.map((entry) => (
              <li key={entry.name} className="border-b border-line py-2 text-13">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <b className="font-[550]">{entry.description || entry.name}</b>
                  {entry.description !== '' && <span className="code text-12 text-text-2">{entry.name}</span>}
                </span>
                {details?.(entry)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

import { MAX_PAGE_SIZE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { missingWords, type PermissionCheck, usePermission } from '../../resource/use-permission.ts'
import { useResourceList } from '../../resource/use-resource.ts'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { namesOf } from './given-permissions.tsx'

const EVERY = { pageSize: String(MAX_PAGE_SIZE), sort: 'name' }

export interface GrantChoicesProps {
  /** Roles or scopes: rows with a name and permissions. */
  resource: 'role' | 'apiKeyScope'
  /** By what a row is named among the chosen. */
  by: 'id' | 'name'
  chosen: readonly string[]
  onToggle: (value: string) => void
  /** Which rows can be chosen; default: all. */
  isOffered?: (row: ResourceRow) => boolean
  /** Whether the reader may give any. */
  mayGive: PermissionCheck
  /** Says there is nothing to choose from. */
  empty: string
  /** What stands beside the name. */
  beside?: (row: ResourceRow) => ReactNode
}

/** Sets of permissions to tick, each with why the reader may not give it. */
export function GrantChoices({
  resource,
  by,
  chosen,
  onToggle,
  isOffered = () => true,
  mayGive,
  empty,
  beside,
}: GrantChoicesProps) {
  const { calls } = declared(resource)
  const session = useSession()
  const mayRead = usePermission(calls.list)
  const { data } = useResourceList(declared(resource), EVERY, { enabled: mayRead.allowed && mayGive.allowed })
  const own = new Set(session?.permissions)
  const denied = [mayRead, mayGive].find(({ allowed }) => !allowed)
  if (denied) return <p className="text-13 text-text-2">{missingWords(denied)}</p>
  if (data === undefined) return <Skeleton className="h-24" />
  const offered = data.items.filter(isOffered)
  return (
    <div
      className={classNames(
        'grid max-h-52 content-start gap-x-4 overflow-auto rounded-control border border-line-2 px-3 py-1.5 max-md:grid-cols-1',
        beside === undefined && 'grid-cols-2',
      )}
    >
      {offered.map((row) => {
        const value = String(row[by])
        return (
          <GrantChoice
            key={row.id}
            row={row}
            isOn={chosen.includes(value)}
            lacks={namesOf(row.permissions).filter((name) => !own.has(name))}
            beside={beside?.(row)}
            onToggle={() => onToggle(value)}
          />
        )
      })}
      {offered.length === 0 && <p className="py-1 text-13 text-text-2">{empty}</p>}
    </div>
  )
}

interface GrantChoiceProps {
  row: ResourceRow
  isOn: boolean
  /** Permissions of the row that the reader does not have. */
  lacks: readonly string[]
  beside: ReactNode
  onToggle: () => void
}

function GrantChoice({ row, isOn, lacks, beside, onToggle }: GrantChoiceProps) {
  const isLocked = lacks.length > 0 && !isOn
  return (
    <label className="flex items-start gap-2 py-1.5 text-13 max-md:min-h-11 max-md:items-center">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isLocked}
        onChange={onToggle}
        className="mt-0.5 size-4 shrink-0 accent-action"
      />
      <span className="min-w-0 flex-1">
        <span className={isLocked ? 'break-words text-text-2' : 'font-[550] break-words'}>{String(row.name)}</span>
        {isLocked && (
          <span className="block text-12 text-text-2">
            {t('people.roleHasMoreThanYou', { count: lacks.length, first: lacks[0] ?? '' })}
          </span>
        )}
      </span>
      {beside}
    </label>
  )
}

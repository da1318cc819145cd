import { t } from '@packhouse/messages'
import { ChevronDownIcon, ChevronRightIcon } from '../../../ui/icons.tsx'
import type { PermissionGroup } from '../permission-groups.ts'
import type { Given, MatrixChanges } from './matrix-changes.ts'
import { groupKey } from './matrix-lines.ts'
import { stickyClasses } from './matrix-row.tsx'
import type { MatrixRole } from './use-matrix-data.ts'

export interface MatrixGroupRowProps {
  group: PermissionGroup
  rowIndex: number
  roles: readonly MatrixRole[]
  given: Given
  changes: MatrixChanges
  isFolded: boolean
  /** The column that the arrows come from, where this is the tab stop of the grid. */
  stopAt: string | undefined
}

/** The subject of the permissions below it, and how many of them each role gives. Its button folds them. */
export function MatrixGroupRow({ group, rowIndex, roles, given, changes, isFolded, stopAt }: MatrixGroupRowProps) {
  const has = (roleId: string, name: string) => changes[name]?.[roleId] ?? given.get(roleId)?.has(name) ?? false
  const Icon = isFolded ? ChevronRightIcon : ChevronDownIcon
  const changed = group.entries.reduce((sum, { name }) => sum + Object.keys(changes[name] ?? {}).length, 0)
  return (
    <tr aria-rowindex={rowIndex} className="h-9 bg-surface-3">
      <th scope="row" className={`${stickyClasses} bg-surface-3 p-0! font-semibold!`}>
        <button
          type="button"
          aria-expanded={!isFolded}
          tabIndex={stopAt === undefined ? -1 : 0}
          data-permission={groupKey(group.name)}
          data-role={stopAt ?? roles[0]?.id}
          className="flex h-9 w-full items-center gap-1.5 px-3 text-start outline-offset-[-2px]"
        >
          <Icon size={14} className="shrink-0 text-text-2" />
          <span className="truncate">{group.title}</span>
          {isFolded && changed > 0 && (
            <span className="font-normal text-kraft-strong">{t('people.changesInside', { count: changed })}</span>
          )}
        </button>
      </th>
      {roles.map(({ id }) => (
        <td key={id} className="border-b border-line p-0 text-center text-12 text-text-2 tabular-nums">
          {t('people.grantedOfAll', {
            granted: group.entries.filter(({ name }) => has(id, name)).length,
            all: group.entries.length,
          })}
        </td>
      ))}
    </tr>
  )
}

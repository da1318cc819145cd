import { t } from '@packhouse/messages'
import type { PermissionGroup } from '../permission-groups.ts'
import type { Given, MatrixChanges } from './matrix-changes.ts'
import { stickyClasses } from './matrix-row.tsx'
import type { MatrixRole } from './use-matrix-data.ts'

export interface MatrixGroupRowProps {
  group: PermissionGroup
  rowIndex: number
  roles: readonly MatrixRole[]
  given: Given
  changes: MatrixChanges
}

/** The subject of the permissions below it, and how many of them each role gives. */
export function MatrixGroupRow({ group, rowIndex, roles, given, changes }: MatrixGroupRowProps) {
  const has = (roleId: string, name: string) => changes[name]?.[roleId] ?? given.get(roleId)?.has(name) ?? false
  return (
    <tr aria-rowindex={rowIndex} className="h-9 bg-surface-3">
      <th scope="row" className={`${stickyClasses} bg-surface-3 font-semibold!`}>
        {group.title}
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

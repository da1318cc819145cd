import { t } from '@packhouse/messages'
import { memo } from 'react'
import { lineIcon } from '../../../ui/icon.tsx'
import type { PermissionEntry } from '../permission-groups.ts'
import { type CellRights, lockReason } from './lock-reason.ts'
import { boxClasses } from './matrix-box.ts'
import type { Given } from './matrix-changes.ts'
import type { MatrixRole } from './use-matrix-data.ts'
import type { Reach } from './use-reach.ts'

const LockIcon = /* @__PURE__ */ lineIcon('M5.5 11h13v9.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11')

/** Every line of the grid is as high as this, in pixels: only so is it known which are in sight. */
export const LINE_HEIGHT = 36

export const stickyClasses =
  'sticky start-0 z-1 border-b border-e border-line px-4 text-start text-13 font-normal truncate'

export interface MatrixRowProps {
  entry: PermissionEntry
  /** Its place in the grid, the head being the first. */
  rowIndex: number
  roles: readonly MatrixRole[]
  given: Given
  changed: Readonly<Record<string, boolean>> | undefined
  rights: CellRights
  /** How many people each role reaches. */
  reach: Reach
  /** The role whose cell is the tab stop of the grid; undefined in every other row. */
  stopAt: string | undefined
}

/** A permission and the roles that grant it. Rendered again only when it changes: there may be thousands of cells. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { entry, roles } = props
  return (
    <tr aria-rowindex={props.rowIndex} className="group h-9">
      <th scope="row" className={`${stickyClasses} bg-surface group-hover:bg-surface-2`} title={entry.description}>
        <span className="code">{entry.name}</span> <span className="ms-2 text-text-2">{entry.description}</span>
      </th>
      {roles.map((role) => (
        <Cell key={role.id} {...props} role={role} />
      ))}
    </tr>
  )
})

function Cell({ entry, role, given, changed, rights, reach, stopAt }: MatrixRowProps & { role: MatrixRole }) {
  const permission = entry.name
  const held = given.get(role.id)?.has(permission) ?? false
  const change = changed?.[role.id]
  const wanted = change ?? held
  const reason = lockReason(rights, { permission, isSystem: role.isSystem, held, wanted })
  return (
    <td
      data-cell={reason === undefined ? 'open' : 'locked'}
      className={`relative border-b border-line p-0 group-hover:bg-surface-2 ${change === undefined ? '' : 'bg-kraft-soft!'}`}
    >
      <span className="grid place-items-center">
        <input
          type="checkbox"
          aria-label={t('people.may', { name: role.name, permission })}
          aria-disabled={reason === undefined ? undefined : true}
          title={reason ?? (change === undefined ? undefined : changeWords(change, reach.byRole.get(role.id)))}
          checked={wanted}
          // What it shows follows from the changes, which the click has made.
          onChange={() => undefined}
          tabIndex={stopAt === role.id ? 0 : -1}
          data-permission={permission}
          data-role={role.id}
          className={role.isSystem ? 'size-4 appearance-none rounded-[3px]' : boxClasses}
        />
        {role.isSystem && <LockIcon size={14} className="pointer-events-none absolute text-text-2" />}
      </span>
      {change !== undefined && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-4 grid place-items-center font-semibold text-kraft-strong"
        >
          {change ? '+' : '−'}
        </span>
      )}
    </td>
  )
}

/** What is to become of a cell and whom that reaches; a screen reader reads it after its name. */
function changeWords(change: boolean, people: number | undefined): string {
  const what = change ? t('people.toBeGiven') : t('people.toBeTaken')
  return people === undefined ? what : `${what}. ${t('people.reachesPeople', { count: people })}`
}

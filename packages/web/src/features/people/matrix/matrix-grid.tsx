import { t } from '@packhouse/messages'
import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { alongText } from '../../../lib/language/reading-direction.ts'
import { useRowWindow } from '../../../lib/use-row-window.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { PermissionGroup } from '../permission-groups.ts'
import { nextPlace } from './grid-keys.ts'
import type { Given } from './matrix-changes.ts'
import { MatrixGroupRow } from './matrix-group-row.tsx'
import { keyOfLine, toLines } from './matrix-lines.ts'
import { LINE_HEIGHT, MatrixRow, stickyClasses } from './matrix-row.tsx'
import { cellOf, useCursor } from './use-cursor.ts'
import type { Folding } from './use-folded.ts'
import type { MatrixRole } from './use-matrix-data.ts'
import type { MatrixEdit } from './use-matrix-edit.ts'
import type { Reach } from './use-reach.ts'

export interface MatrixProps {
  groups: readonly PermissionGroup[]
  roles: readonly MatrixRole[]
  given: Given
  edit: MatrixEdit
  folding: Folding
  reach: Reach
}

const HEAD_HEIGHT = 56
/** Widths in pixels: the first column takes what is left, but never less than this. */
const NAME_WIDTH = 300
const ROLE_WIDTH = 112

/** Roles beside permissions as a grid: one tab stop, arrow keys inside, Space gives and takes. */
export function MatrixGrid({ groups, roles, given, edit, folding, reach }: MatrixProps) {
  const { changes, rights } = edit
  const { folded } = folding
  const lines = toLines(groups, folded)
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRowWindow(box, lines.length, LINE_HEIGHT, HEAD_HEIGHT)
  const shown = lines.slice(drawn.first, drawn.end)
  const cursor = useCursor(box, { shown, roles })
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    if (!cell) return
    const row = lines.findIndex((line) => keyOfLine(line) === cell.permission)
    const { group } = lines[row] ?? {}
    const key = alongText(event.key)
    if (group && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      event.preventDefault()
      if (folded.has(group.name) === (key === 'ArrowRight')) folding.toggle(group.name)
      return
    }
    const place = {
      row,
      column: roles.findIndex(({ id }) => id === cell.roleId),
    }
    const next = nextPlace({ key, ctrlKey: event.ctrlKey, metaKey: event.metaKey }, place, {
      rows: lines.length,
      columns: roles.length,
    })
    // The corners of the grid are cells: the head of a group above the first is passed over.
    const isCorner = next !== undefined && event.key === 'Home' && (event.ctrlKey || event.metaKey)
    const to = isCorner
      ? Math.max(
          0,
          lines.findIndex(({ entry }) => entry !== undefined),
        )
      : (next?.row ?? -1)
    const [line, role] = [lines[to], roles[next?.column ?? -1]]
    if (!line || !role) return
    event.preventDefault()
    drawn.reveal(to)
    cursor.goTo({ permission: keyOfLine(line), roleId: role.id })
  }
  const onClick = (event: MouseEvent) => {
    const head = (event.target as Element).closest<HTMLElement>('button[data-permission]')
    const folds = lines.find((line) => line.group && keyOfLine(line) === head?.dataset.permission)
    if (folds?.group) return folding.toggle(folds.group.name)
    const place = (event.target as Element).closest<HTMLElement>('[data-cell]')
    const input = place?.querySelector('input')
    const cell = cellOf(input)
    if (!place || !input || !cell) return
    input.focus({ preventScroll: true })
    if (place.dataset.cell === 'locked') return
    const held = given.get(cell.roleId)?.has(cell.permission) ?? false
    edit.set(cell.permission, cell.roleId, !(changes[cell.permission]?.[cell.roleId] ?? held))
  }
  return (
    <div
      ref={box}
      onScroll={drawn.onScroll}
      className="min-h-72 flex-1 overflow-auto rounded-panel border border-line bg-surface"
      style={{ scrollPaddingInlineStart: NAME_WIDTH }}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keys of its own is a grid
        role="grid"
        aria-label={t('people.permissionsByRole')}
        aria-rowcount={lines.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: NAME_WIDTH + roles.length * ROLE_WIDTH }}
      >
        <MatrixHead roles={roles} reach={reach} />
        <tbody onKeyDown={onKeyDown} onClick={onClick} onFocus={({ target }) => cursor.follow(cellOf(target))}>
          <Room lines={drawn.first} />
          {shown.map((line, index) => {
            const rowIndex = drawn.first + index + 2
            if (line.group) {
              const { group } = line
              const key = keyOfLine(line)
              return (
                <MatrixGroupRow
                  key={key}
                  {...{ group, rowIndex, roles, given, changes }}
                  isFolded={folded.has(group.name)}
                  stopAt={cursor.stop?.permission === key ? cursor.stop.roleId : undefined}
                />
              )
            }
            const { entry } = line
            return (
              <MatrixRow
                key={entry.name}
                {...{ entry, rowIndex, roles, given, rights, reach }}
                changed={changes[entry.name]}
                stopAt={cursor.stop?.permission === entry.name ? cursor.stop.roleId : undefined}
              />
            )
          })}
          <Room lines={lines.length - Math.max(drawn.first, drawn.end)} />
        </tbody>
      </table>
    </div>
  )
}

function MatrixHead({ roles, reach }: Pick<MatrixProps, 'roles' | 'reach'>) {
  const head = 'sticky top-0 h-14 border-b border-line-2 bg-surface-2 text-12 font-[550]'
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={classNames(stickyClasses, head, 'z-3! text-text-2')}>
          {t('people.permission')}
        </th>
        {roles.map(({ id, name }) => (
          <th
            key={id}
            scope="col"
            title={name}
            style={{ width: ROLE_WIDTH }}
            className={`${head} z-2 px-2 text-center`}
          >
            <span className="line-clamp-1 break-words">{name}</span>
            <span className="block text-11 font-normal text-text-2 tabular-nums">
              {reach.byRole.has(id) ? t('people.peopleCount', { count: reach.byRole.get(id) ?? 0 }) : '–'}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Keeps the room of lines that are not drawn. */
function Room({ lines }: { lines: number }) {
  if (lines <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty line of a table takes no focus
    <tr aria-hidden="true">
      <td style={{ height: lines * LINE_HEIGHT }} className="p-0" />
    </tr>
  )
}

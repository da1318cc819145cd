import { useLayoutEffect, useRef, useState } from 'react'
import { keyOfLine, type Line } from './matrix-lines.ts'
import type { MatrixRole } from './use-matrix-data.ts'

/** A cell by its permission and role; of the head of a group, the role is the column that the arrows came from. */
export interface CellName {
  permission: string
  roleId: string
}

/** Which cell is the tab stop, and how the focus goes to another once that is drawn. */
export function useCursor(
  box: { current: HTMLElement | null },
  { shown, roles }: { shown: readonly Line[]; roles: readonly MatrixRole[] },
) {
  const [at, setAt] = useState<CellName>()
  const wanted = useRef<CellName>(undefined)
  useLayoutEffect(() => {
    const { current: cell } = wanted
    if (!cell) return
    const line = `[data-permission="${CSS.escape(cell.permission)}"]`
    const ofLine = [...(box.current?.querySelectorAll<HTMLElement>(line) ?? [])]
    const input = ofLine.find((one) => one instanceof HTMLButtonElement || one.dataset.role === cell.roleId)
    if (!input) return
    wanted.current = undefined
    input.focus({ preventScroll: true })
    input.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const isDrawn = shown.some((line) => keyOfLine(line) === at?.permission)
  const [first] = roles.filter(({ isSystem }) => !isSystem).concat(roles)
  const top = shown.find(({ entry }) => entry !== undefined) ?? shown[0]
  const start = top && first ? { permission: keyOfLine(top), roleId: first.id } : undefined
  return {
    stop: at && isDrawn ? at : start,
    follow: (cell: CellName | undefined) => {
      if (cell && (cell.permission !== at?.permission || cell.roleId !== at.roleId)) setAt(cell)
    },
    goTo: (cell: CellName) => {
      wanted.current = cell
      setAt(cell)
    },
  }
}

/** The cell whose box has an event or the focus. */
export function cellOf(target: EventTarget | null | undefined): CellName | undefined {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLButtonElement)) return undefined
  const { permission, role: roleId } = target.dataset
  return permission !== undefined && roleId !== undefined ? { permission, roleId } : undefined
}

import { useLayoutEffect, useRef, useState } from 'react'
import type { Line } from './matrix-lines.ts'
import type { MatrixRole } from './use-matrix-data.ts'

/** A cell by its permission and role. */
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
    const selector = `[data-permission="${CSS.escape(cell.permission)}"][data-role="${CSS.escape(cell.roleId)}"]`
    const input = box.current?.querySelector<HTMLElement>(selector)
    if (!input) return
    wanted.current = undefined
    input.focus({ preventScroll: true })
    input.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const isDrawn = shown.some(({ entry }) => entry?.name === at?.permission)
  const [first] = roles.filter(({ isSystem }) => !isSystem).concat(roles)
  const top = shown.find(({ entry }) => entry !== undefined)?.entry
  const start = top && first ? { permission: top.name, roleId: first.id } : undefined
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
  if (!(target instanceof HTMLInputElement)) return undefined
  const { permission, role: roleId } = target.dataset
  return permission !== undefined && roleId !== undefined ? { permission, roleId } : undefined
}

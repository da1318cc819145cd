import type { Step } from './project-sheet.ts'

/** Most steps that can be taken back. */
export const MAX_UNDO = 200

/** Steps that take back what was done, and those that do again what was taken back; the last comes first. */
export interface UndoStack {
  undo: readonly Step[]
  redo: readonly Step[]
}

export const nothingDone: UndoStack = { undo: [], redo: [] }

/** After something new was done, nothing can be done again. @param inverse takes it back */
export function done(stack: UndoStack, inverse: Step): UndoStack {
  return { undo: [...stack.undo, inverse].slice(-MAX_UNDO), redo: [] }
}

/** @param inverse of the step that was taken back */
export function undone({ undo, redo }: UndoStack, inverse: Step): UndoStack {
  return { undo: undo.slice(0, -1), redo: [...redo, inverse] }
}

/** @param inverse of the step that was done again */
export function redone({ undo, redo }: UndoStack, inverse: Step): UndoStack {
  return { undo: [...undo, inverse], redo: redo.slice(0, -1) }
}

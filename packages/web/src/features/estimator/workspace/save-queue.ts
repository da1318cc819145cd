import type { ChangedProject, ProjectChange, ProjectChanges } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ApiError } from '../../../lib/api-error.ts'
import { afterStep, joined, type Project, type ProjectSheet, type Step, sheetOf, withAnswer } from './project-sheet.ts'

export type Send = (changes: ProjectChanges) => Promise<ChangedProject>

/** Whether all is saved, and if not, why. */
export type SaveState =
  | { kind: 'saved'; at: Date | undefined }
  | { kind: 'saving' }
  | { kind: 'failed'; reason: string; mayRetry: boolean }

export interface SaveListeners {
  /** Something was saved, or refused. */
  changed: (saved: ProjectSheet, project: ChangedProject['project'] | undefined) => void
  refused: (change: ProjectChange, message: string) => void
  /** What the server has taken, what it has then, and what still waits. */
  saved: (changes: readonly ProjectChange[], sheet: ProjectSheet, waiting: readonly ProjectChange[]) => void
}

const RETRY_MS = 3_000
const CHANGE = /^body\.changes\.(\d+)/

/** Saves steps in their order, one call after the other; what comes meanwhile goes together. */
export class SaveQueue {
  state: SaveState = { kind: 'saved', at: undefined }
  #saved: ProjectSheet
  #sending: Step | undefined
  #waiting: Step[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #projectId: string
  readonly #send: Send
  readonly #listeners: SaveListeners

  constructor(project: Project, send: Send, listeners: SaveListeners) {
    this.#saved = sheetOf(project)
    this.#projectId = project.id
    this.#send = send
    this.#listeners = listeners
  }

  get hasWork(): boolean {
    return this.#sending !== undefined || this.#waiting.length > 0
  }

  load(project: Project): void {
    this.#saved = sheetOf(project)
  }

  add(step: Step): void {
    this.#waiting.push(step)
    void this.flush()
  }

  /** What the server has, with all that waits. */
  over(saved: ProjectSheet): ProjectSheet {
    const steps = [...(this.#sending === undefined ? [] : [this.#sending]), ...this.#waiting]
    return steps.reduce((sheet, step) => afterStep(sheet, step, this.#projectId), saved)
  }

  /** Waits until nothing is on its way. @throws Error where something was not saved */
  async settled(): Promise<void> {
    while (this.state.kind === 'saving') await new Promise((resolve) => setTimeout(resolve, 20))
    if (this.state.kind === 'failed') throw new Error(this.state.reason)
  }

  /** Saves what waits, until nothing does or something prevents it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#sending === undefined && this.#waiting.length > 0) {
      const step = joined(this.#waiting)
      this.#waiting = []
      this.#sending = step
      this.#tell({ kind: 'saving' })
      const isOver = await this.#try(step)
      if (isOver) return
    }
  }

  /** @returns whether to stop for now */
  async #try(step: Step): Promise<boolean> {
    try {
      const answer = await this.#send({ changes: [...step.changes], order: step.order.map(toOrder) })
      this.#sending = undefined
      this.#saved = withAnswer(this.#saved, answer)
      this.#listeners.saved(step.changes, this.#saved, joined(this.#waiting).changes)
      this.#tell(this.#waiting.length > 0 ? { kind: 'saving' } : { kind: 'saved', at: new Date() }, answer.project)
      return false
    } catch (error) {
      this.#sending = undefined
      return this.#failed(step, error)
    }
  }

  /**
   * Gives up what waits: somebody else edits by now. What was typed is kept, new rows too, and offered beside what there is then.
   */
  giveUpChanges(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
    this.#tell({ kind: 'saved', at: undefined })
  }

  /** Changes that are refused are given up and said; the others are tried again. */
  #failed(step: Step, error: unknown): boolean {
    const refused = refusedOf(error)
    if (refused.size > 0) {
      for (const [index, message] of refused) {
        const change = step.changes[index]
        if (change !== undefined) this.#listeners.refused(change, message)
      }
      const left = step.changes.filter((_, index) => !refused.has(index))
      if (left.length > 0) this.#waiting.unshift({ changes: left, order: step.order })
      this.#tell(this.#waiting.length > 0 ? { kind: 'saving' } : { kind: 'saved', at: new Date() })
      return false
    }
    const mayRetry = isPassing(error)
    const reason = error instanceof ApiError ? error.message : t('resource.theServerCouldNotBeReachedOr')
    if (mayRetry || isOfLock(error)) this.#waiting.unshift(step)
    this.#tell({ kind: 'failed', reason, mayRetry })
    if (mayRetry) this.#timer = setTimeout(() => void this.flush(), RETRY_MS)
    return true
  }

  #tell(state: SaveState, project?: ChangedProject['project']): void {
    this.state = state
    this.#listeners.changed(this.#saved, project)
  }
}

function toOrder({ kind, ids }: Step['order'][number]) {
  return { kind, ids: [...ids] }
}

/** The first fault of each change that has one. */
function refusedOf(error: unknown): Map<number, string> {
  const refused = new Map<number, string>()
  if (!(error instanceof ApiError)) return refused
  for (const { path, message } of error.errors.toReversed()) {
    const index = CHANGE.exec(path)?.[1]
    if (index !== undefined) refused.set(Number(index), message)
  }
  return refused
}

function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

/** What is typed waits until the project is held again. */
function isOfLock(error: unknown): boolean {
  return error instanceof ApiError && ['edit_lock_needed', 'edit_locked', 'edit_lock_lost'].includes(error.code)
}

import { type CompatibilityResult, MAX_CELL_BLOCK } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { errorMessage } from '../../../resource/error-messages.ts'
import { declared } from '../../../resource/registry.ts'
import { showToast, type ToastContent } from '../../../ui/toasts.tsx'
import { type Conflict, insisted, keyOf, type Step, takenBack } from './answer-steps.ts'
import { answerWords } from './cell-words.ts'
import type { MatrixPair } from './strip-cells.ts'
import { type GivenAnswer, giveAnswer, idsOf, sendChanges, type Written } from './write-answers.ts'

/** A refused change. */
export interface OpenConflict {
  cells: readonly Conflict[]
  /** Makes the change all the same, from what the cells are now. */
  insist: () => void
}

/** Answers that were given here and that the server has not shown yet, by the key of the pair. */
export type Pending = ReadonlyMap<string, { pair: MatrixPair; result: CompatibilityResult }>

export interface DeskState {
  pending: Pending
  undo: readonly Step[]
  redo: readonly Step[]
  conflict: OpenConflict | undefined
}

/**
 * Answers that are given in the grid: shown at once, sent one block after the other, and taken back step by step.
 * @param renew reads again what is shown; its end is waited for
 */
export class AnswerDesk {
  /** Reads again what is shown. */
  readonly renew: () => Promise<void>
  readonly #listeners = new Set<() => void>()
  /** Of the cells after what was last changed here: an older step finds them changed by newer ones. */
  readonly #versions = new Map<string, number | null>()
  #state: DeskState = { pending: new Map(), undo: [], redo: [], conflict: undefined }
  #queue: Promise<void> = Promise.resolve()

  constructor(renew: () => Promise<void>) {
    this.renew = renew
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly read = (): DeskState => this.#state

  readonly answer = (given: GivenAnswer): void => {
    if (given.pairs.length > MAX_CELL_BLOCK) {
      showToast({ tone: 'failed', message: t('matrix.blockTooLarge', { most: MAX_CELL_BLOCK }) })
      return
    }
    this.#answer(given, 'shown')
  }

  readonly undo = (): void => this.#moveStep('undo', 'redo', [])
  readonly redo = (): void => this.#moveStep('redo', 'undo', [])

  readonly closeConflict = (): void => this.#change({ conflict: undefined })

  /** Takes up what was saved elsewhere, such as in the drawer, as a step that can be taken back. */
  readonly took = async (step: Step): Promise<void> => {
    this.#push(step)
    await this.renew()
  }

  #answer(given: GivenAnswer, hasSeen: Parameters<typeof giveAnswer>[1]): void {
    const { pairs, result, materialId } = given
    const keys = pairs.map((pair) => keyOf(idsOf(pair)))
    const pending = new Map(this.#state.pending)
    for (const pair of pairs) pending.set(keyOf(idsOf(pair)), { pair, result })
    this.#change({ pending, conflict: undefined })
    this.#enqueue(async () => {
      const written = await giveAnswer(given, hasSeen)
      if (this.#isDone(written, () => this.#answer(given, 'others'))) {
        this.#push({ cells: written.cells, materialId })
        const message = t('matrix.answered', { count: pairs.length, answer: answerWords[result] })
        return { message, action: { label: t('matrix.undo'), run: this.undo } }
      }
      return undefined
    }, keys)
  }

  #moveStep(from: 'undo' | 'redo', to: 'undo' | 'redo', known: readonly Conflict[]): void {
    this.#change({ conflict: undefined })
    this.#enqueue(async () => {
      const step = this.#state[from].at(-1)
      if (step === undefined) {
        return { message: from === 'undo' ? t('matrix.nothingToUndo') : t('matrix.nothingToRedo') }
      }
      const changes = takenBack(step, (pair) => this.#versions.get(keyOf(pair)))
      const written = await sendChanges(insisted(changes, known), step.materialId)
      if (!this.#isDone(written, () => this.#moveStep(from, to, written.cells as readonly Conflict[]))) return undefined
      this.#remember(written.cells)
      const done = { cells: written.cells, materialId: step.materialId }
      this.#change({ [from]: this.#state[from].slice(0, -1), [to]: [...this.#state[to], done] })
      const count = step.cells.length
      return { message: from === 'undo' ? t('matrix.undone', { count }) : t('matrix.redone', { count }) }
    }, [])
  }

  #isDone(written: Written, insist: () => void): written is Extract<Written, { kind: 'done' }> {
    if (written.kind === 'done') return true
    this.#change({ conflict: { cells: written.cells, insist } })
    return false
  }

  #push(step: Step): void {
    this.#remember(step.cells)
    this.#change({ undo: [...this.#state.undo, step], redo: [] })
  }

  #remember(cells: Step['cells']): void {
    for (const cell of cells) this.#versions.set(keyOf(cell), cell.after.cell?.rowVersion ?? null)
  }

  /**
   * One after the other: what follows builds on what was answered before.
   * @param work returns what is said once the screen shows it; that it failed is said at once
   * @param keys pairs that are pending until its end
   */
  #enqueue(work: () => Promise<ToastContent | undefined>, keys: readonly string[]): void {
    this.#queue = this.#queue.then(async () => {
      const said = await work().catch((error: unknown) => {
        const why = errorMessage(declared('compatibility'), error)
        showToast({ tone: 'failed', message: t('matrix.notSaved', { why }) })
        return undefined
      })
      await this.renew()
      if (said) showToast(said)
      const pending = new Map(this.#state.pending)
      for (const key of keys) pending.delete(key)
      this.#change({ pending })
    })
  }

  #change(part: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}

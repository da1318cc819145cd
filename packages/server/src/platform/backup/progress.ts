export type Step = 'reading' | 'files' | 'checking' | 'preparing' | 'loading' | 'indexing' | 'comparing'

/** Hears how far a backup or a restore has come. */
export interface Progress {
  begin(step: Step, total: number): void
  advance(amount: number): void
}

/** Steps with how much of the whole each is, of work of one kind. */
export class ShareProgress implements Progress {
  readonly #weights: readonly (readonly [Step, number])[]
  readonly #hear: (step: Step, share: number) => void
  #step: Step = 'reading'
  #total = 0
  #done = 0

  constructor(weights: Partial<Record<Step, number>>, hear: (step: Step, share: number) => void) {
    this.#weights = Object.entries(weights) as [Step, number][]
    this.#hear = hear
  }

  begin(step: Step, total: number): void {
    this.#step = step
    this.#total = total
    this.#done = 0
    this.advance(0)
  }

  advance(amount: number): void {
    this.#done += amount
    const at = this.#weights.findIndex(([step]) => step === this.#step)
    const before = this.#weights.slice(0, Math.max(at, 0)).reduce((sum, [, weight]) => sum + weight, 0)
    const own = this.#weights[at]?.[1] ?? 0
    const part = this.#total > 0 ? Math.min(this.#done / this.#total, 1) : 0
    const all = this.#weights.reduce((sum, [, weight]) => sum + weight, 0)
    this.#hear(this.#step, (before + own * part) / all)
  }
}

export const BACKUP_WEIGHTS: Partial<Record<Step, number>> = { reading: 9, files: 1 }
export const RESTORE_WEIGHTS: Partial<Record<Step, number>> = {
  ...{ checking: 2, preparing: 1, loading: 5, indexing: 3, comparing: 3, files: 1 },
}

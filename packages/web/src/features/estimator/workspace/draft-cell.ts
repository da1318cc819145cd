import type { ProjectSheet, Values } from './project-sheet.ts'

interface Draft {
  kind: 'items' | 'extras'
  id: string
  values: Values
}

/** What is being typed into a cell, as far as it is a value: the totals follow each key. */
export class DraftCell {
  #draft: Draft | undefined
  #over: { sheet: ProjectSheet; draft: Draft; result: ProjectSheet } | undefined
  readonly #told: () => void

  constructor(told: () => void) {
    this.#told = told
  }

  set(draft: Draft | undefined): void {
    if (draft === this.#draft) return
    this.#draft = draft
    this.#told()
  }

  /** The sheet as it would be; the same object while nothing is typed. */
  over(sheet: ProjectSheet): ProjectSheet {
    const draft = this.#draft
    if (draft === undefined) return sheet
    if (this.#over?.sheet !== sheet || this.#over.draft !== draft) {
      this.#over = { sheet, draft, result: withDraft(sheet, draft) }
    }
    return this.#over.result
  }
}

function withDraft(sheet: ProjectSheet, { kind, id, values }: Draft): ProjectSheet {
  if (kind === 'items') {
    return { ...sheet, items: sheet.items.map((row) => (row.id === id ? { ...row, ...values } : row)) }
  }
  return { ...sheet, extras: sheet.extras.map((row) => (row.id === id ? { ...row, ...values } : row)) }
}

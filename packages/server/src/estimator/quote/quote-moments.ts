import type { Transaction } from '../../platform/database.ts'

/** A version of a quote that has become a document: sent as a quote, or accepted as an order. */
export interface QuoteMoment {
  projectId: string
  version: number
  type: 'quote' | 'orderConfirmation'
  /** BCP 47; null where none was chosen. */
  language: string | null
}

type Listener = (db: Transaction, moment: QuoteMoment) => Promise<void>

/** Tells other areas that a quote is sent or accepted, in the transaction that does it. */
export class QuoteMoments {
  readonly #listeners: Listener[] = []

  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  async tell(db: Transaction, moment: QuoteMoment): Promise<void> {
    for (const listener of this.#listeners) await listener(db, moment)
  }
}

import type { QuoteDocument } from './quote-document.ts'

/** How it went to make the documents of a quote before it is promised. */
export interface QuoteProof {
  /** Characters that no font has. */
  missing: readonly string[]
  /** Why a document cannot be made at all, in words of people. */
  faults: readonly string[]
}

type Prove = (document: QuoteDocument) => Promise<QuoteProof>

/** Has another area make the documents of quotes for nobody, so that a fault is found by whoever promises and not by the customer. */
export class QuoteProofs {
  #prove: Prove = async () => ({ missing: [], faults: [] })

  make(prove: Prove): void {
    this.#prove = prove
  }

  async of(document: QuoteDocument): Promise<QuoteProof> {
    return await this.#prove(document)
  }
}

/** A part of a paper: paragraphs, then steps in their order, then rows of a table. */
export interface Chapter {
  title: string
  text?: readonly string[]
  steps?: readonly string[]
  /** The first row is the head. */
  table?: readonly (readonly string[])[]
  /** Left out where the value is not known. */
  facts?: readonly (readonly [word: string, value: string | null])[]
}

/** What the papers of machines say in one language. */
export interface PaperWords {
  /** Of the page, in place of those of the catalogue, which has fewer languages than customers have. */
  page: Readonly<Record<'page' | 'of' | 'made' | 'continued', string>>
  facts: Readonly<
    Record<
      | 'maker'
      | 'machine'
      | 'model'
      | 'machineID'
      | 'serial'
      | 'commissioned'
      | 'size'
      | 'weight'
      | 'supply'
      | 'air'
      | 'protection'
      | 'speed',
      string
    >
  >
  revision: string
  /** That no such machine is on the market. */
  example: string
  technicalData: string
  manual: { title: string; subtitle: string; chapters: readonly Chapter[] }
  declaration: { title: string; subtitle: string; chapters: readonly Chapter[] }
}

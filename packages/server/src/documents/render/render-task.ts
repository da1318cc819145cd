import type { TemplateFault } from '@packhouse/contract'

/** The name of the template among its sources. */
export const MAIN = 'main.typ'

/** What a document is made of. Nothing else can be read while it is made. */
export interface RenderTask {
  /** Typst sources by name: `main.typ`, which is compiled, and the partials that it imports. */
  sources: Readonly<Record<string, string>>
  /** What the template shows, as JSON: it reads it with `json("data.json")`. */
  data: string
  /** Pictures by name, for `image`. */
  files?: Readonly<Record<string, Uint8Array>>
  /** Fonts beside those of the product, TTF or OTF. */
  fonts?: readonly Uint8Array[]
  /** The moment that the document says it was made at, in seconds since 1970: the same task gives the same bytes. */
  madeAt: number
  /** Documents of more pages have no tags for screen readers, which would make them many times as large. */
  taggedPages: number
  /** Documents of more pages are refused. */
  pages: number
  /** A label: where it is given, the answer is what carries it, and there is no PDF. */
  query?: string
}

export interface RenderedDocument {
  pdf: Uint8Array
  pages: number
  /** Whether it is PDF/UA-1. */
  isTagged: boolean
  warnings: TemplateFault[]
  /** Characters that no font has; a replacement character is shown instead. */
  replaced: string[]
}

/** What a document has under a label. */
export interface FoundValues {
  values: unknown
  pages: number
}

export type RenderAnswer =
  | { document: RenderedDocument }
  | { found: FoundValues }
  /** The template is wrong. */
  | { faults: TemplateFault[] }
  /** No font has these characters, and the template itself writes them in a way in which they cannot be replaced. */
  | { missingGlyphs: string[] }
  | { tooManyPages: number }

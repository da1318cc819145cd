import type { DocumentFrame, DocumentTypeName } from '@packhouse/contract'
import type { Db } from '../platform/database.ts'
import type { CompanyLetterhead } from './company-letterhead.ts'
import { documentTask } from './document-task.ts'
import type { Renderer } from './renderer.ts'
import { standardTemplates } from './standard/standard-templates.ts'
import { sourcesOf } from './templates/sources-of.ts'
import { findDefault } from './templates/template-versions.ts'
import { Written } from './written.ts'

/** A document of which the product has no type. */
export interface CompanyPage {
  /** Typst. It may import the partials that the product brings. */
  source: string
  data: Record<string, unknown>
  title: string
  number: string
  /** BCP 47. */
  language: string
  words: Record<string, string>
  madeAt: Date
  /** Absent for that of the company. */
  letterhead?: NonNullable<DocumentFrame['letterhead']>
}

/** The type whose page and letterhead such documents have, and as which they are counted. */
const TYPE: DocumentTypeName = 'dataSheet'

/** Renders documents on the page of the company. */
export class CompanyPages {
  readonly #db: Db
  readonly #renderer: Renderer
  readonly #company: CompanyLetterhead

  constructor(db: Db, renderer: Renderer, company: CompanyLetterhead) {
    this.#db = db
    this.#renderer = renderer
    this.#company = company
  }

  /** @returns undefined where there is no template. @throws ProblemError with the reason if it fails */
  async render(page: CompanyPage, owner: string): Promise<Uint8Array | undefined> {
    const { source, data, title, number, language, words, madeAt, letterhead } = page
    const template = await findDefault(this.#db, TYPE, language, null)
    if (template === undefined) return undefined
    const task = documentTask({
      type: TYPE,
      template: {
        ...template,
        sources: sourcesOf(source, standardTemplates().partials),
        frame: letterhead === undefined ? template.frame : { ...template.frame, letterhead },
      },
      company: this.#company(),
      data,
      title,
      number,
      words,
      made: { with: `${template.name}, ${template.number}`, isDraft: false, at: madeAt },
      written: new Written(language, 'UTC'),
    })
    return (await this.#renderer.render(task, owner).document).pdf
  }
}

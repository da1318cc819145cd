import type { QuoteDocument, QuoteMoment, QuotePicture } from '../../estimator/area.ts'
import { inLanguage } from '../../platform/language.ts'
import type { CompanyLetterhead } from '../company-letterhead.ts'
import { documentTask } from '../document-task.ts'
import type { RenderSource } from '../renderer.ts'
import { quoteWords } from '../sources/quote/quote-words.ts'
import { quoteAnswer } from '../sources/quote.ts'
import type { PublishedTemplate } from '../templates/template-versions.ts'
import { Written } from '../written.ts'

interface QuoteTaskParts {
  type: QuoteMoment['type']
  template: PublishedTemplate
  company: CompanyLetterhead
  document: QuoteDocument
  pictures: readonly QuotePicture[]
  /** Where it is accepted, as long as it can be. */
  link: string | undefined
}

/** What the document of a link is rendered from, in the language of its template. */
export function quoteTask({ type, template, company, document, pictures, link }: QuoteTaskParts): {
  task: RenderSource
  fileName: string
} {
  return inLanguage(template.locale, () => {
    const written = new Written(template.locale, 'UTC')
    const { data, title, number, fileName, files } = quoteAnswer({ document, pictures, link, written })
    const at = document.acceptance?.acceptedAt ?? document.at
    const made = { with: `${template.name}, ${template.number}`, isDraft: false, at }
    const words = quoteWords()
    const task = documentTask({ type, template, company: company(), data, title, number, words, made, written, files })
    return { task, fileName }
  })
}

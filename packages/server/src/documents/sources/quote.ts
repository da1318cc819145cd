import { projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { type QuoteDocument, type QuoteMedia, type QuotePicture, quoteDocumentOfProject } from '../../estimator/area.ts'
import type { Database } from '../../platform/database.ts'
import type { Written } from '../written.ts'
import type { DocumentSource, SourceAnswer } from './document-source.ts'
import { quoteDataOf } from './quote/quote-data.ts'
import { quoteWords } from './quote/quote-words.ts'
import { assertRecordId } from './record-id.ts'

interface QuoteParts {
  database: Database
  projects: ResourceStore
  media: QuoteMedia
}

type QuoteAnswer = SourceAnswer<'quote'> & SourceAnswer<'orderConfirmation'>

/** The quote of a project: of what was sent, or a draft of its newest version. */
export function quoteSource(parts: QuoteParts): DocumentSource<'quote'> {
  return {
    words: quoteWords,
    async read({ principal, id, written }) {
      assertRecordId(id, projects)
      const document = await quoteDocumentOfProject(parts, principal, id)
      return quoteAnswer({ document, pictures: await parts.media.pictures(document.content), written })
    },
  }
}

/** What was ordered with a project. */
export function orderConfirmationSource(parts: QuoteParts): DocumentSource<'orderConfirmation'> {
  return {
    words: quoteWords,
    async read({ principal, id, written }) {
      assertRecordId(id, projects)
      const document = await quoteDocumentOfProject(parts, principal, id)
      assertThat(document.acceptance, 'not_found', t('quote.notOrderedYet'))
      return quoteAnswer({ document, pictures: await parts.media.pictures(document.content), written })
    },
  }
}

interface ShownQuoteDocument {
  document: QuoteDocument
  pictures: readonly QuotePicture[]
  /** Where it is accepted, as long as it can be. */
  link?: string | undefined
  written: Written
}

/** A document as it is rendered; its number names version and hash too, so that they are on every page. */
export function quoteAnswer({ document, pictures, link, written }: ShownQuoteDocument): QuoteAnswer {
  const named = pictures.map(({ caption, sha256, image }) => ({ caption, image, file: `${sha256.slice(0, 16)}.webp` }))
  const data = quoteDataOf(document, { pictures: named, link, written })
  const { number, version, hash } = data
  const isOrder = document.acceptance !== undefined
  return {
    data,
    title: isOrder ? t('quotePdf.orderOf', { number, version }) : t('quotePdf.quoteOf', { number, version }),
    number: `${number} · ${hash}`,
    fileName: `${isOrder ? 'order' : 'quote'}-${number}-v${version}`,
    recordId: document.projectId,
    files: Object.fromEntries(named.map(({ file, image }) => [file, image])),
    isDraft: document.isDraft,
  }
}

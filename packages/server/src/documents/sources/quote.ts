import { projects } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { type QuoteDocument, quoteDocumentOfProject } from '../../estimator/area.ts'
import type { Database } from '../../platform/database.ts'
import type { Written } from '../written.ts'
import type { DocumentSource, SourceAnswer } from './document-source.ts'
import { quoteDataOf } from './quote/quote-data.ts'
import { quoteWords } from './quote/quote-words.ts'
import { assertRecordId } from './record-id.ts'

interface QuoteParts {
  database: Database
  projects: ResourceStore
}

type QuoteAnswer = SourceAnswer<'quote'> & SourceAnswer<'orderConfirmation'>

/** The quote of a project: of what was sent, or a draft of its newest version. */
export function quoteSource(parts: QuoteParts): DocumentSource<'quote'> {
  return {
    words: quoteWords,
    async read({ principal, id, written }) {
      assertRecordId(id, projects)
      return quoteAnswer(await quoteDocumentOfProject(parts, principal, id), written)
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
      return quoteAnswer(document, written)
    },
  }
}

/** A document as it is rendered; its number names version and hash too, so that they are on every page. */
export function quoteAnswer(document: QuoteDocument, written: Written): QuoteAnswer {
  const data = quoteDataOf(document, written)
  const { number, version, hash } = data
  const isOrder = document.acceptance !== undefined
  return {
    data,
    title: isOrder ? t('quotePdf.orderOf', { number, version }) : t('quotePdf.quoteOf', { number, version }),
    number: `${number} · ${hash}`,
    fileName: `${isOrder ? 'order' : 'quote'}-${number}-v${version}`,
    recordId: document.projectId,
    isDraft: document.isDraft,
  }
}

import { documentTypes } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { QuoteDocument, QuoteMedia, QuoteMoment, QuoteProof } from '../../estimator/area.ts'
import type { Db } from '../../platform/database.ts'
import { currentLanguage } from '../../platform/language.ts'
import type { CompanyLetterhead } from '../company-letterhead.ts'
import type { Renderer } from '../renderer.ts'
import { isOfTemplate, renderPublished, wordsOfFault } from '../templates/template-faults.ts'
import { findDefault } from '../templates/template-versions.ts'
import { quoteTask } from './quote-task.ts'
import { findSettled } from './quote-templates.ts'

interface QuoteProofParts {
  db: Db
  renderer: Renderer
  media: QuoteMedia
  publicUrl: string
  company: CompanyLetterhead
}

/** As long as the secret of a link: the same code for scanning has the same room. */
const SECRET = 'x'.repeat(43)

/** What its customer would get, when it is sent and when it is accepted. */
const PROVED: readonly QuoteMoment['type'][] = ['quote', 'orderConfirmation']

/** Makes the documents of a quote for nobody, to see whether they can be made. */
export function quoteProof(parts: QuoteProofParts): (document: QuoteDocument) => Promise<QuoteProof> {
  return async (document) => {
    const proofs: QuoteProof[] = []
    for (const type of PROVED) proofs.push(await prove(parts, document, type))
    return {
      missing: [...new Set(proofs.flatMap(({ missing }) => missing))],
      faults: proofs.flatMap(({ faults }) => faults),
    }
  }
}

async function prove(
  { db, renderer, media, publicUrl, company }: QuoteProofParts,
  document: QuoteDocument,
  type: QuoteMoment['type'],
): Promise<QuoteProof> {
  const { projectId, content, language } = document
  const locale = language ?? currentLanguage()
  const settled = await findSettled(db, { projectId, version: content.version, type, locale })
  const template = settled ?? (await findDefault(db, type, locale, null))
  const title = declared(documentTypes[type].title)
  if (template === undefined) return { missing: [], faults: [t('documents.noDefault', { type: title })] }
  const link = type === 'quote' ? `${publicUrl}/quote/${SECRET}` : undefined
  const pictures = await media.pictures(content)
  const { task } = quoteTask({ type, template, company, document, pictures, link })
  try {
    const { replaced } = await renderPublished({ db, renderer }, template, task, `quote ${projectId}`).document
    return { missing: replaced, faults: [] }
  } catch (error) {
    if (!isOfTemplate(error)) throw error
    const reason = wordsOfFault(error)
    return { missing: [], faults: [t('quotePdf.cannotBeMade', { type: title, template: template.name, reason })] }
  }
}

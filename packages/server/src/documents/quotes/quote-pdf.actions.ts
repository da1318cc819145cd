import { t } from '@packhouse/messages'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import {
  type QuoteDocument,
  type QuoteMedia,
  type QuoteMoment,
  type QuoteVisits,
  quoteDocumentOfToken,
} from '../../estimator/area.ts'
import type { Db } from '../../platform/database.ts'
import { currentLanguage } from '../../platform/language.ts'
import type { CompanyLetterhead } from '../company-letterhead.ts'
import { sendPdf } from '../generate/generate.actions.ts'
import type { Renderer } from '../renderer.ts'
import { renderPublished } from '../templates/template-faults.ts'
import { countDocument, type PublishedTemplate } from '../templates/template-versions.ts'
import { MadeQuotes } from './made-quotes.ts'
import { quoteTask } from './quote-task.ts'
import { findSettled, settleTemplate } from './quote-templates.ts'

interface QuotePdfParts {
  db: Db
  renderer: Renderer
  visits: QuoteVisits
  media: QuoteMedia
  publicUrl: string
  company: CompanyLetterhead
}

/** The document of a link, for whoever has it. It is the same to the byte whenever it is made. */
export function quotePdfHandlers({
  db,
  renderer,
  visits,
  media,
  publicUrl,
  company,
}: QuotePdfParts): HandlersOf<'quotePdf'> {
  const madeQuotes = new MadeQuotes()
  return {
    async quotePdf({ params, request, reply }): Promise<typeof answered> {
      await visits.admit(request, reply)
      const document = await quoteDocumentOfToken(db, params.token)
      const type: QuoteMoment['type'] = document.acceptance === undefined ? 'quote' : 'orderConfirmation'
      const template = await templateOf(db, document, type)
      const pictures = await media.pictures(document.content)
      const link = document.acceptance === undefined ? `${publicUrl}/quote/${params.token}` : undefined
      const { task, fileName } = quoteTask({ type, template, company, document, pictures, link })
      const owner = `quote ${document.projectId}`
      const made = await madeQuotes.get(task, () => renderPublished({ db, renderer }, template, task, owner).document)
      if (request.method !== 'HEAD') await countDocument(db, template)
      sendPdf(reply, { ...made, fileName: `${fileName}.pdf` })
      return answered
    },
  }
}

/**
 * The version of a template that was settled when the quote was sent or accepted; of what was before there was one, by its first document.
 * @throws ProblemError `template_missing` where nothing is published
 */
async function templateOf(
  db: Db,
  { projectId, content, language }: QuoteDocument,
  type: QuoteMoment['type'],
): Promise<PublishedTemplate> {
  const wanted = { projectId, version: content.version, type, locale: language ?? currentLanguage() }
  const settled = await findSettled(db, wanted)
  if (settled !== undefined) return settled
  await settleTemplate(db, wanted)
  const template = await findSettled(db, wanted)
  assertThat(template, 'template_missing', t('documents.templateNotPublished'))
  return template
}

import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { type QuoteDocument, type QuoteVisits, quoteDocumentOfToken } from '../../estimator/area.ts'
import type { Db } from '../../platform/database.ts'
import { currentLanguage, inLanguage } from '../../platform/language.ts'
import { documentTask } from '../document-task.ts'
import { sendPdf } from '../generate/generate.actions.ts'
import type { Renderer } from '../renderer.ts'
import { quoteWords } from '../sources/quote/quote-words.ts'
import { quoteAnswer } from '../sources/quote.ts'
import { countDocument, findDefault, findPublished, type PublishedTemplate } from '../templates/template-versions.ts'
import { Written } from '../written.ts'

interface QuotePdfParts {
  db: Db
  renderer: Renderer
  visits: QuoteVisits
}

type Type = 'quote' | 'orderConfirmation'

/** The document of a link, for whoever has it. It is the same to the byte whenever it is made. */
export function quotePdfHandlers({ db, renderer, visits }: QuotePdfParts): HandlersOf<'quotePdf'> {
  return {
    async quotePdf({ params, request, reply }): Promise<typeof answered> {
      await visits.admit(request, reply)
      const document = await quoteDocumentOfToken(db, params.token)
      const type: Type = document.acceptance === undefined ? 'quote' : 'orderConfirmation'
      const template = await templateOf(db, document, type)
      const { task, fileName } = inLanguage(template.locale, () => {
        const written = new Written(template.locale, 'UTC')
        const { data, title, number, fileName: name } = quoteAnswer(document, written)
        const at = document.acceptance?.acceptedAt ?? document.at
        const made = { with: `${template.name}, ${template.number}`, isDraft: false, at }
        return {
          task: documentTask({ template, data, title, number, words: quoteWords(), made, written }),
          fileName: name,
        }
      })
      const made = await renderer.render(task, `quote ${document.projectId}`).document
      await countDocument(db, template)
      sendPdf(reply, { ...made, fileName: `${fileName}.pdf` })
      return answered
    },
  }
}

/**
 * The version of a template that the first document of a version was made with; all later ones are made with it too.
 * @throws ProblemError `template_missing` where nothing is published
 */
async function templateOf(
  db: Db,
  { projectId, content, language }: QuoteDocument,
  type: Type,
): Promise<PublishedTemplate> {
  const locale = language ?? currentLanguage()
  const first = await findDefault(db, type, locale, null)
  if (first !== undefined) {
    await sql`
      INSERT INTO quote_document (project_id, version, type, locale, template_id, template_number)
      VALUES (${projectId}, ${content.version}, ${type}, ${locale}, ${first.templateId}, ${first.number}) ON CONFLICT DO NOTHING
    `.execute(db)
  }
  const { rows } = await sql<{ id: string; number: number }>`
    SELECT template_id AS id, template_number AS number FROM quote_document
    WHERE project_id = ${projectId} AND version = ${content.version} AND type = ${type} AND locale = ${locale}
  `.execute(db)
  const kept = rows[0] && (await findPublished(db, rows[0].id, rows[0].number))
  const template = kept ?? first
  assertThat(template, 'template_missing', t('documents.templateNotPublished'))
  return template
}

import { type DocumentTypeName, documentTypes } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { hasPermission, type Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { refersToNothing } from '../../engine/resource/referred.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { currentLanguage } from '../../platform/language.ts'
import type { CompanyLetterhead } from '../company-letterhead.ts'
import { documentTask } from '../document-task.ts'
import { findSettledOfProject } from '../quotes/quote-templates.ts'
import type { Renderer } from '../renderer.ts'
import type { DocumentSource, DocumentSources, SourceAnswer } from '../sources/document-source.ts'
import { readRecord } from '../sources/read-record.ts'
import { findDefault, findPublished, type PublishedTemplate } from '../templates/template-versions.ts'
import { Written } from '../written.ts'
import type { KeptDocuments } from './kept-documents.ts'

export interface PrepareParts {
  renderer: Renderer
  sources: DocumentSources
  kept: KeptDocuments
  company: CompanyLetterhead
}

/** A document as somebody asks for it. */
export interface AskedDocument {
  type?: DocumentTypeName | undefined
  templateId?: string | undefined
  version?: number | undefined
  id?: string | undefined
  data?: Record<string, unknown> | undefined
  parameters: Record<string, unknown>
  locale?: string | undefined
  businessUnitId?: string | undefined
  timeZone: string
  keep: boolean
}

type Answer = Omit<SourceAnswer<DocumentTypeName>, 'data'> & { data: Record<string, unknown> }

/** @throws ProblemError `template_missing` where nothing is published for what is asked for, `invalid_request` for a business unit that there is not */
export async function chosenTemplate(db: Db, principal: Principal, asked: AskedDocument): Promise<PublishedTemplate> {
  const { type, templateId, version, locale = currentLanguage(), businessUnitId = null } = asked
  if (businessUnitId !== null) await assertBusinessUnit(db, businessUnitId)
  if (templateId !== undefined) {
    const found = await findPublished(db, templateId, version)
    const isAllowed = principal.customerId === null
    assertThat(found !== undefined && isAllowed, 'template_missing', t('documents.templateNotPublished'))
    return found
  }
  assertThat(type !== undefined, 'internal')
  // A quote that was sent keeps the version that it was sent with.
  const settled = isQuote(type) && asked.id !== undefined && (await findSettledOfProject(db, asked.id, type, locale))
  if (settled) return settled
  const found = await findDefault(db, type, locale, businessUnitId)
  assertThat(found, 'template_missing', t('documents.noDefault', { type: declared(documentTypes[type].title) }))
  return found
}

async function assertBusinessUnit(db: Db, id: string): Promise<void> {
  const { rows } = await sql`SELECT FROM business_unit WHERE id = ${id} AND deleted_at IS NULL`.execute(db)
  if (rows.length > 0) return
  const message = refersToNothing()
  throw new ProblemError('invalid_request', `businessUnitId ${message}`, [
    { path: 'body.businessUnitId', code: 'reference', message },
  ])
}

function isQuote(type: DocumentTypeName): type is 'quote' | 'orderConfirmation' {
  return type === 'quote' || type === 'orderConfirmation'
}

/** Reads what a document shows, in the name of whoever asks. To be called in the language of the template. */
export async function prepareDocument(
  { sources, kept, renderer, company }: PrepareParts,
  principal: Principal,
  template: PublishedTemplate,
  asked: AskedDocument,
) {
  const source = sources[template.type] as DocumentSource
  const written = new Written(template.locale, asked.timeZone)
  const answer: Answer =
    asked.data === undefined
      ? await renderer.read(principal.userId, () => readRecord(source, template.type, { ...asked, principal, written }))
      : ownData(principal, template.type, asked.data)
  const { data, title, number, fileName, files } = answer
  const made = {
    with: `${template.name}, ${template.number}`,
    isDraft: answer.isDraft ?? false,
    at: new Date(clock.now()),
  }
  return {
    task: documentTask({
      type: template.type,
      template,
      company: company(),
      data,
      title,
      number,
      words: source.words(),
      made,
      written,
      files,
    }),
    fileName: `${fileName}.pdf`,
    keeping: asked.keep ? await kept.prepare(principal, template.type, answer) : undefined,
  }
}

/** Data of somebody's own looks like the maker's: whoever writes templates may do that. */
function ownData(principal: Principal, type: DocumentTypeName, data: Record<string, unknown>): Answer {
  assertThat(hasPermission(principal, 'document.design'), 'permission_missing', t('documents.ownDataNeedsDesign'))
  return { data, title: declared(documentTypes[type].title), number: null, fileName: type }
}

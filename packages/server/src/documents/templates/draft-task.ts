import { documentTypes, type pdfTemplates, type Row } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { clock } from '../../platform/clock.ts'
import type { CompanyLetterhead } from '../company-letterhead.ts'
import { documentTask } from '../document-task.ts'
import type { RenderSource } from '../renderer.ts'
import type { DocumentSources } from '../sources/document-source.ts'
import { Written } from '../written.ts'
import { type Draft, sampleOf } from './read-draft.ts'

type Template = Row<typeof pdfTemplates>

/** A template as far as a draft of it shows what it is. */
export type ShownTemplate = Pick<Template, 'type' | 'name' | 'locale'>

/** What a draft shows. */
interface Shown {
  data: Record<string, unknown>
  title: string
  number: string | null
  files?: Readonly<Record<string, Uint8Array>>
}

interface Parts {
  sources: DocumentSources
  company: CompanyLetterhead
}

/** What a draft with its sample data is rendered from. */
export function sampleTask(
  parts: Parts,
  template: ShownTemplate & Pick<Template, 'sampleData'>,
  draft: Draft,
): RenderSource {
  const title = declared(documentTypes[template.type].title)
  return draftTask(parts, template, draft, { data: sampleOf(template), title, number: null })
}

/** What a draft is rendered from: a watermark says that it is one. */
export function draftTask(
  { sources, company }: Parts,
  { type, name, locale }: ShownTemplate,
  template: Draft,
  { data, title, number, files }: Shown,
): RenderSource {
  return documentTask({
    type,
    template,
    company: company(),
    data,
    title,
    number,
    words: sources[type].words(),
    made: { with: name, isDraft: true, at: new Date(clock.now()) },
    written: new Written(locale, 'UTC'),
    files,
  })
}

import { Readable } from 'node:stream'
import { type DocumentTypeName, documentTypes, type pdfTemplates, type Row } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { assertFresh } from '../../engine/resource/stale.ts'
import type { Transaction } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import { inLanguage, installationLocale } from '../../platform/language.ts'
import { documentTask, frameWords } from '../document-task.ts'
import { MAIN } from '../render/render-task.ts'
import type { Renderer } from '../renderer.ts'
import type { DocumentSources } from '../sources/document-source.ts'
import { readRecord } from '../sources/read-record.ts'
import { Written } from '../written.ts'
import { type Draft, readDraft, readPartials, sampleOf } from './read-draft.ts'
import { schemaOf } from './schema-of.ts'
import { setDefault } from './set-default.ts'
import { sourcesOf } from './sources-of.ts'
import { findVersion, insertVersion, listDefaults, listVersions } from './template-versions.ts'

type Template = Row<typeof pdfTemplates>

export interface TemplateParts {
  templates: ResourceStore
  files: FileFolder
  renderer: Renderer
  sources: DocumentSources
}

/** Where a template has no frame of its own. */
const PLAIN: Draft['frame'] = {
  page: { paper: 'a4', margin: { top: 30, right: 22, bottom: 26, left: 22 } },
  letterhead: null,
}

export function templateHandlers(
  parts: TemplateParts,
): HandlersOf<
  | 'templateTypes'
  | 'templateDefaults'
  | 'setTemplateDefault'
  | 'templateVersions'
  | 'templateVersion'
  | 'publishTemplate'
  | 'previewTemplate'
> {
  const { templates } = parts
  const read = async (principal: Principal, id: string) => (await templates.get(principal, id)) as Template
  return {
    templateTypes: () =>
      Object.entries(documentTypes).map(([type, { title, subject, data, parameters, example }]) => ({
        type: type as DocumentTypeName,
        title: declared(title),
        subject,
        schema: schemaOf(data, { ...frameWords(), ...parts.sources[type as DocumentTypeName].words() }),
        parameters: z.toJSONSchema(parameters, { io: 'input' }),
        example,
      })),

    templateDefaults: ({ principal }) => templates.read(principal, listDefaults),

    setTemplateDefault: ({ principal, body }) =>
      templates.write(principal, (db) => setDefault(db, templates, principal, body.templateId)),

    async templateVersions({ principal, params }) {
      await read(principal, params.id)
      return await templates.read(principal, (db) => listVersions(db, params.id))
    },

    async templateVersion({ principal, params }) {
      await read(principal, params.id)
      const version = await templates.read(principal, (db) => findVersion(db, params.id, params.number))
      assertThat(version, 'not_found', t('documents.noSuchVersion'))
      return version
    },

    async publishTemplate({ principal, params, body }) {
      // What is rendered must be what is published: nobody waits for a row while it is.
      const template = await read(principal, params.id)
      if (template.rowVersion !== body.rowVersion) assertFresh(template, body.rowVersion)
      const draft = await templates.read(principal, (db) => readDraft(db, parts.files, template))
      await renderSample(parts, template, draft, principal).document
      return await templates.write(principal, (db) => publish(parts, db, principal, template, draft))
    },

    async previewTemplate({ principal, body, reply }): Promise<typeof answered> {
      const template = body.templateId === undefined ? undefined : await read(principal, body.templateId)
      const draft = await templates.read(principal, async (db): Promise<Draft> => {
        if (template !== undefined) return await readDraft(db, parts.files, { ...template, source: body.source })
        return { sources: sourcesOf(body.source, await readPartials(db)), frame: PLAIN, logo: null, fonts: [] }
      })
      const sources = { ...sourcesOf(body.source, { ...draft.sources, ...body.partials }), [MAIN]: body.source }
      const type = body.type ?? template?.type
      assertThat(type !== undefined, 'internal')
      const shown = { type, name: template?.name ?? '', locale: template?.locale ?? installationLocale() }
      const sampleData = body.data === undefined ? (template?.sampleData ?? null) : JSON.stringify(body.data)
      const framed = { ...draft, sources, frame: withPaper(draft.frame, body.pageSize) }
      const task = await inLanguage(shown.locale, async () => {
        const written = new Written(shown.locale, 'UTC')
        if (body.id === undefined) return sampleTask(parts, { ...shown, sampleData }, framed)
        const read = () => readRecord(parts.sources[type], type, { ...body, principal, written })
        const record = await parts.renderer.read(principal.userId, read)
        return draftTask(parts, shown, framed, record)
      })
      const { pdf, warnings } = await parts.renderer.render(task, principal.userId).document
      reply.type('application/pdf').header('content-disposition', 'inline; filename="preview.pdf"')
      reply.header('x-template-warnings', String(warnings.length))
      reply.header('cache-control', 'no-store').send(Readable.from([pdf]))
      return answered
    },
  }
}

type Shown = Pick<Template, 'type' | 'name' | 'locale'>

/** Renders a template with its sample data. */
function renderSample(
  parts: TemplateParts,
  template: Shown & Pick<Template, 'sampleData'>,
  draft: Draft,
  principal: Principal,
) {
  const task = inLanguage(template.locale, () => sampleTask(parts, template, draft))
  return parts.renderer.render(task, principal.userId)
}

function sampleTask(parts: TemplateParts, template: Shown & Pick<Template, 'sampleData'>, draft: Draft) {
  const title = declared(documentTypes[template.type].title)
  return draftTask(parts, template, draft, { data: sampleOf(template), title, number: null })
}

/** What a draft is rendered from: a watermark says that it is one. */
function draftTask(
  { sources }: TemplateParts,
  { type, name, locale }: Shown,
  template: Draft,
  { data, title, number }: { data: Record<string, unknown>; title: string; number: string | null },
) {
  return documentTask({
    template,
    data,
    title,
    number,
    words: sources[type].words(),
    made: { with: name, isDraft: true, at: new Date() },
    written: new Written(locale, 'UTC'),
  })
}

function withPaper(frame: Draft['frame'], paper: Template['pageSize'] | undefined): Draft['frame'] {
  return paper === undefined ? frame : { ...frame, page: { ...frame.page, paper } }
}

/** @throws ProblemError `stale` where the template has changed while it was rendered */
async function publish(
  { templates }: TemplateParts,
  db: Transaction,
  principal: Principal,
  template: Template,
  draft: Draft,
) {
  const before = await templates.lock(db, principal, template.id, {})
  if (before.rowVersion !== template.rowVersion) assertFresh(before, template.rowVersion)
  const number = await insertVersion(db, template.id, { ...draft, publishedBy: principal.userId })
  await templates.rows.change(db, principal, 'update', before, [
    [sql.ref('published_version'), sql`${number}`],
    [sql.ref('published_at'), sql`now()`],
  ])
  const [version] = await listVersions(db, template.id)
  assertThat(version, 'internal')
  return version
}

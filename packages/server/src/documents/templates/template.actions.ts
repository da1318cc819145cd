import { type DocumentTypeName, documentTypes, type pdfTemplates, type Row } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { assertFresh } from '../../engine/resource/stale.ts'
import type { Transaction } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import { inLanguage } from '../../platform/language.ts'
import type { CompanyLetterhead } from '../company-letterhead.ts'
import { frameWords } from '../document-task.ts'
import type { Renderer } from '../renderer.ts'
import type { DocumentSources } from '../sources/document-source.ts'
import { sampleTask } from './draft-task.ts'
import { type Draft, readDraft } from './read-draft.ts'
import { schemaOf } from './schema-of.ts'
import { setDefault } from './set-default.ts'
import { findVersion, insertVersion, listDefaults, listVersions } from './template-versions.ts'

type Template = Row<typeof pdfTemplates>

export interface TemplateParts {
  templates: ResourceStore
  files: FileFolder
  renderer: Renderer
  sources: DocumentSources
  company: CompanyLetterhead
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
  }
}

/** Renders a template with its sample data. */
function renderSample(parts: TemplateParts, template: Template, draft: Draft, principal: Principal) {
  const task = inLanguage(template.locale, () => sampleTask(parts, template, draft))
  return parts.renderer.render(task, principal.userId)
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
    [sql.ref('last_fault'), sql`NULL`],
    [sql.ref('last_fault_at'), sql`NULL`],
  ])
  const [version] = await listVersions(db, template.id)
  assertThat(version, 'internal')
  return version
}

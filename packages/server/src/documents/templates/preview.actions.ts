import { Readable } from 'node:stream'
import {
  type CallOutput,
  type pdfTemplates,
  type previewTemplate,
  type Row,
  type TemplateFault,
  WARNINGS_HEADER,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { inLanguage, installationLocale } from '../../platform/language.ts'
import { pdfStandard } from '../generate/generate.actions.ts'
import { markedSource, PLACES, placesOf } from '../places/marked-source.ts'
import { MAIN } from '../render/render-task.ts'
import type { RenderSource } from '../renderer.ts'
import { readRecord } from '../sources/read-record.ts'
import { Written } from '../written.ts'
import { draftTask, sampleTask } from './draft-task.ts'
import { type Draft, readDraft, readPartials } from './read-draft.ts'
import { sourcesOf } from './sources-of.ts'
import type { TemplateParts } from './template.actions.ts'

type Template = Row<typeof pdfTemplates>
type Wanted = CallOutput<typeof previewTemplate>['body']

const MOST_WARNINGS = 10
const MOST_CHARACTERS = 200

/** Where a template has no frame of its own. */
const PLAIN: Draft['frame'] = {
  page: { paper: 'a4', margin: { top: 30, right: 22, bottom: 26, left: 22 } },
  letterhead: null,
}

export function previewHandlers(parts: TemplateParts): HandlersOf<'previewTemplate' | 'previewPlaces'> {
  const { renderer } = parts
  return {
    async previewTemplate({ principal, body, reply }): Promise<typeof answered> {
      const task = await taskOf(parts, principal, body)
      const { pdf, warnings, replaced, isTagged } = await renderer.render(task, principal.userId).document
      reply.type('application/pdf').header('content-disposition', 'inline; filename="preview.pdf"')
      reply
        .header(WARNINGS_HEADER, warningsHeader([...replacedWarning(replaced), ...warnings]))
        .header('x-pdf-standard', pdfStandard(isTagged))
      reply.header('cache-control', 'no-store').send(Readable.from([pdf]))
      return answered
    },

    async previewPlaces({ principal, body }) {
      const task = await taskOf(parts, principal, body)
      const marked = { ...task, sources: { ...task.sources, [MAIN]: markedSource(body.source) } }
      try {
        const { values, pages } = await renderer.find(marked, PLACES, principal.userId)
        return { pages, places: placesOf(body.source, values) }
      } catch (error) {
        // What is wrong with the template the preview has said; here it may be a mark that is in the way.
        if (error instanceof ProblemError && error.code === 'template_invalid') return { pages: 0, places: [] }
        throw error
      }
    },
  }
}

/** It has no place: the characters may be in the data. */
function replacedWarning(replaced: readonly string[]): TemplateFault[] {
  if (replaced.length === 0) return []
  const place = { source: MAIN, line: 1, column: 1, endLine: 1, endColumn: 1, hints: [] }
  return [{ message: t('documents.replaced', { characters: replaced.join(' ') }), ...place }]
}

/** Warnings as JSON, percent-encoded: the first ones, as far as headers may be long. */
function warningsHeader(warnings: readonly TemplateFault[]): string {
  const shortened = warnings.slice(0, MOST_WARNINGS).map((warning) => ({
    ...warning,
    message: warning.message.slice(0, MOST_CHARACTERS),
    hints: warning.hints.slice(0, 1).map((hint) => hint.slice(0, MOST_CHARACTERS)),
  }))
  return encodeURIComponent(JSON.stringify(shortened))
}

/** What a preview is rendered from. @throws ProblemError where the record is not there, or the caller may not read it */
async function taskOf(parts: TemplateParts, principal: Principal, body: Wanted): Promise<RenderSource> {
  const { templates, files, renderer } = parts
  const template =
    body.templateId === undefined ? undefined : ((await templates.get(principal, body.templateId)) as Template)
  const draft = await templates.read(principal, async (db): Promise<Draft> => {
    if (template !== undefined) return await readDraft(db, files, { ...template, source: body.source })
    return { sources: sourcesOf(body.source, await readPartials(db)), frame: PLAIN, logo: null, fonts: [] }
  })
  const sources = { ...sourcesOf(body.source, { ...draft.sources, ...body.partials }), [MAIN]: body.source }
  const type = body.type ?? template?.type
  assertThat(type !== undefined, 'internal')
  const shown = { type, name: template?.name ?? '', locale: template?.locale ?? installationLocale() }
  const sampleData = body.data === undefined ? (template?.sampleData ?? null) : JSON.stringify(body.data)
  const framed = { ...draft, sources, frame: withPaper(draft.frame, body.pageSize) }
  return await inLanguage(shown.locale, async () => {
    const written = new Written(shown.locale, 'UTC')
    if (body.id === undefined) return sampleTask(parts, { ...shown, sampleData }, framed)
    const read = () => readRecord(parts.sources[type], type, { ...body, principal, written })
    return draftTask(parts, shown, framed, await renderer.read(principal.userId, read))
  })
}

function withPaper(frame: Draft['frame'], paper: Template['pageSize'] | undefined): Draft['frame'] {
  return paper === undefined ? frame : { ...frame, page: { ...frame.page, paper } }
}

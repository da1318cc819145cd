import { Readable } from 'node:stream'
import { REPLACED_HEADER } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply } from 'fastify'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { contentDisposition } from '../../engine/resource/files/content-disposition.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { inLanguage } from '../../platform/language.ts'
import type { RenderedDocument } from '../render/render-task.ts'
import type { Rendering } from '../renderer.ts'
import { renderPublished } from '../templates/template-faults.ts'
import { countDocument } from '../templates/template-versions.ts'
import type { Keeping, KeptDocuments } from './kept-documents.ts'
import type { PdfJobs, StoredDocument } from './pdf-jobs.ts'
import { chosenTemplate, type PrepareParts, prepareDocument } from './prepare-document.ts'

/** So many characters a header names. */
const MOST_REPLACED = 100

export interface GenerateParts extends PrepareParts {
  db: Db
  jobs: PdfJobs
  /** A request waits this long for its document. */
  waitMs: number
}

export function generateHandlers(parts: GenerateParts): HandlersOf<'generatePdf' | 'pdfJob' | 'pdfJobFile'> {
  const { db, jobs, kept, waitMs } = parts
  return {
    async generatePdf({ principal, body, reply }): Promise<typeof answered> {
      const template = await chosenTemplate(db, principal, body)
      // The words, numbers and dates of a document are in the language of its template.
      const { task, fileName, keeping } = await inLanguage(template.locale, () =>
        prepareDocument(parts, principal, template, body),
      )
      const rendering = withKeeping(renderPublished(parts, template, task, principal.userId), kept, principal, keeping)
      const done = waitMs > 0 ? await Promise.race([rendering.document, clock.sleep(waitMs)]) : undefined
      await countDocument(db, template)
      if (done?.fileId !== undefined) reply.header('x-file-id', done.fileId)
      if (done !== undefined) return sendPdf(reply, { ...done, fileName })
      const jobId = await jobs.follow(rendering, principal.userId, fileName)
      reply.code(202).header('location', `/v1/pdf/jobs/${jobId}`).send({ jobId })
      return answered
    },

    async pdfJob({ principal, params }) {
      const job = await jobs.find(principal.userId, params.id)
      assertThat(job, 'not_found', t('documents.noSuchJob'))
      return job
    },

    async pdfJobFile({ principal, params, reply }): Promise<typeof answered> {
      const found = await jobs.content(principal.userId, params.id)
      assertThat(found, 'not_found', t('documents.noSuchJob'))
      return sendPdf(reply, found)
    },
  }
}

/** A document that is kept is ready once it is stored with its record. */
function withKeeping(
  rendering: Rendering,
  kept: KeptDocuments,
  principal: Principal,
  keeping: Keeping | undefined,
): Omit<Rendering, 'document'> & { document: Promise<RenderedDocument & { fileId?: string }> } {
  if (keeping === undefined) return rendering
  const document = rendering.document.then(async (made) => {
    const { id } = await kept.keep(principal, keeping, made.pdf)
    return { ...made, fileId: id }
  })
  // Whoever waits for it hears of a fault, and nobody may be waiting yet.
  document.catch(() => undefined)
  return { ...rendering, document }
}

/** Sends a document as it is. */
export function sendPdf(reply: FastifyReply, { pdf, fileName, isTagged, replaced }: StoredDocument): typeof answered {
  reply.type('application/pdf').header('content-disposition', contentDisposition('inline', fileName))
  reply.header('x-pdf-standard', pdfStandard(isTagged))
  reply.header(REPLACED_HEADER, encodeURIComponent(replaced.slice(0, MOST_REPLACED).join('')))
  reply.header('cache-control', 'no-store').send(Readable.from([pdf]))
  return answered
}

/** What documents with and without tags are called. */
export function pdfStandard(isTagged: boolean): string {
  return isTagged ? 'PDF/UA-1' : 'PDF/A-2b'
}

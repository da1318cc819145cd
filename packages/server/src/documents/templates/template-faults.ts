import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import { inLanguage, installationLocale } from '../../platform/language.ts'
import type { Renderer, Rendering, RenderSource } from '../renderer.ts'
import type { PublishedTemplate } from './template-versions.ts'

const MOST_CHARACTERS = 500

/**
 * Renders a document with a published version, and notes at its template what was wrong: whoever looks after templates sees it in their list, and need not
 * hear of it from a customer.
 */
export function renderPublished(
  { db, renderer }: { db: Db; renderer: Renderer },
  template: PublishedTemplate,
  task: RenderSource,
  owner: string,
): Rendering {
  const rendering = renderer.render(task, owner)
  const document = rendering.document.then(
    async (made) => {
      if (made.replaced.length > 0) await noteFault(db, template, wordsOfReplaced(made.replaced))
      return made
    },
    async (error: unknown) => {
      if (isOfTemplate(error)) await noteFault(db, template, wordsOfFault(error))
      throw error
    },
  )
  // Whoever waits for it hears of a fault, and nobody may be waiting yet.
  document.catch(() => undefined)
  return { ...rendering, document }
}

/** Whether a document failed because of what it is made of: the same would fail again. */
export function isOfTemplate(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.code === 'template_invalid'
}

/** In words of people, with the first of its faults. */
export function wordsOfFault({ message, extra }: ProblemError): string {
  return [message, extra.faults?.[0]?.message].filter(Boolean).join(' ')
}

function wordsOfReplaced(characters: readonly string[]): string {
  return inLanguage(installationLocale(), () => t('documents.replaced', { characters: characters.join(' ') }))
}

async function noteFault(db: Db, { templateId }: PublishedTemplate, reason: string): Promise<void> {
  await sql`
    UPDATE pdf_template SET last_fault = ${reason.slice(0, MOST_CHARACTERS)}, last_fault_at = now() WHERE id = ${templateId}
  `.execute(db)
}

import { createHash } from 'node:crypto'
import type { DocumentTypeName } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ProblemError } from '../engine/problem-error.ts'
import { clock } from '../platform/clock.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { ReadQueue } from './read-queue.ts'
import { deepestPlace } from './render/deepest-place.ts'
import { RenderError, type RenderFault, type RenderPool } from './render/render-pool.ts'
import type { FoundValues, RenderAnswer, RenderedDocument, RenderTask } from './render/render-task.ts'
import type { RenderStatistics } from './render-statistics.ts'

/** Tags make a long document many times as large. */
const TAGGED_PAGES = 50
/** When to try again, s. */
const LATER_SECONDS = 5
const HASH_DIGITS = 12

export interface RendererParts {
  pool: RenderPool
  reads: ReadQueue
  statistics: RenderStatistics
  /** Most pages of a document. */
  pages: number
  refusals: Refusals
  /** Hears how long each document took, waiting included. */
  measure: (type: DocumentTypeName, seconds: number) => void
}

/** What a document is made of, without its limits. */
export type RenderSource = Pick<RenderTask, 'sources' | 'data' | 'files' | 'fonts' | 'madeAt'> & {
  type: DocumentTypeName
}

/** A document that is under way. */
export interface Rendering {
  /** @throws ProblemError with the reason if it fails */
  document: Promise<RenderedDocument>
  /** How many are rendered before it. */
  ahead: () => number
}

/** Reads and renders documents, counts how it went, and says in the words of people why one failed. */
export class Renderer {
  readonly #parts: RendererParts

  constructor(parts: RendererParts) {
    this.#parts = parts
  }

  /** @param owner whom the document is for */
  render({ type, ...source }: RenderSource, owner: string): Rendering {
    const { pool, pages } = this.#parts
    const task: RenderTask = { ...source, taggedPages: TAGGED_PAGES, pages }
    const document = this.#answerTo(task, type, owner).then((answer) => documentOf(answer, pages))
    // Whoever waits for it hears of a fault, and nobody may be waiting yet.
    document.catch(() => undefined)
    return { document, ahead: () => pool.aheadOf(task) }
  }

  /** What a document has under a label. @throws ProblemError with the reason if it fails */
  async find({ type, ...source }: RenderSource, query: string, owner: string): Promise<FoundValues> {
    const { pages } = this.#parts
    const answer = await this.#answerTo({ ...source, query, taggedPages: 0, pages }, type, owner)
    if ('found' in answer) return answer.found
    throw problemOfAnswer(answer, pages)
  }

  /** Reads what a document shows when its turn comes. @throws ProblemError `too_many_requests`, or what the work throws */
  async read<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return await this.#parts.reads.run(owner, work).catch((error) => {
      if (error instanceof RenderError) throw this.#refusal(error.fault)
      throw error
    })
  }

  async #answerTo(task: RenderTask, type: DocumentTypeName, owner: string): Promise<RenderAnswer> {
    const { pool, statistics, measure } = this.#parts
    const startedAt = clock.monotonic()
    try {
      const answer = await pool.render(task, owner)
      const durationMs = clock.monotonic() - startedAt
      statistics.addDocument(durationMs)
      measure(type, durationMs / 1_000)
      return answer
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      if (!isRefused(error.fault)) statistics.addFailure(error.fault)
      throw error.fault === 'crash' ? crashOf(task) : this.#refusal(error.fault)
    }
  }

  #refusal(fault: RenderFault): ProblemError {
    if (!isRefused(fault)) return problemOf(fault)
    this.#parts.refusals.count('documents', fault)
    const retry = { retryAfter: LATER_SECONDS }
    return new ProblemError('too_many_requests', t('documents.tooManyAtOnce'), undefined, retry)
  }
}

/** The first digits of the SHA-256 of what a document shows. */
export function hashOf(data: string): string {
  return createHash('sha256').update(data).digest('hex').slice(0, HASH_DIGITS)
}

type Refused = Extract<RenderFault, 'queue_full' | 'owner_limit'>

function isRefused(fault: RenderFault): fault is Refused {
  return fault === 'queue_full' || fault === 'owner_limit'
}

/** What is nested too deeply ends the compiler, which names no place then. */
function crashOf({ sources }: RenderTask): ProblemError {
  const message = t('documents.nestedTooDeeply')
  const place = deepestPlace(sources)
  const faults = place && [{ ...place, message, hints: [] }]
  return new ProblemError('template_invalid', message, undefined, faults && { faults })
}

function problemOf(fault: Exclude<RenderFault, Refused>): ProblemError {
  if (fault === 'timeout') return new ProblemError('template_invalid', t('documents.tookTooLong'))
  if (fault === 'memory') return new ProblemError('template_invalid', t('documents.tookTooMuchMemory'))
  return new ProblemError('unavailable', t('documents.couldNotBeRendered'))
}

function documentOf(answer: RenderAnswer, pages: number): RenderedDocument {
  if ('document' in answer) return answer.document
  throw problemOfAnswer(answer, pages)
}

/** Why a template is no document. */
function problemOfAnswer(answer: RenderAnswer, pages: number): ProblemError {
  if ('faults' in answer) {
    const { faults } = answer
    const count = faults.length
    return new ProblemError('template_invalid', t('documents.sourceHasFaults', { count }), undefined, { faults })
  }
  if ('missingGlyphs' in answer) {
    const characters = answer.missingGlyphs.join(' ')
    return new ProblemError('template_invalid', t('documents.noFontHas', { characters }))
  }
  if (!('tooManyPages' in answer)) return new ProblemError('internal')
  return new ProblemError('template_invalid', t('documents.tooManyPages', { pages: answer.tooManyPages, most: pages }))
}

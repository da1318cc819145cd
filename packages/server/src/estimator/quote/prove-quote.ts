import {
  type FieldError,
  projects as projectResource,
  type QuoteContent,
  quoteContentSchema,
} from '@packhouse/contract'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { clock } from '../../platform/clock.ts'
import { projectGuards } from '../states/project-guards.ts'
import { readWholeProject } from '../versions/whole-project.ts'
import { customerContent } from './customer-content.ts'
import { proofFaults } from './proof-faults.ts'
import type { QuoteProofs } from './quote-proofs.ts'
import { type QuotedProject, quotedProjectSchema } from './quoted-project.ts'
import { offeredQuote } from './shown-quote.ts'

export interface ProvingParts {
  projects: ResourceStore
  proofs: QuoteProofs
}

/** Who gets it, where that is known. */
interface Reader {
  recipient: string | null
  language: string | null
}

/** A quote as it would be sent. */
interface Offered {
  project: QuotedProject | undefined
  content: QuoteContent
}

/** In the place of the number that the version will have. */
const NEXT_VERSION = 1

/**
 * Makes the documents of a project that is about to go into its next state. Rendered outside of a transaction: nobody waits for a row meanwhile.
 * @returns what is wrong with them; nothing where the transition is refused for another reason, which says so itself
 */
export async function proveTransition(
  { projects, proofs }: ProvingParts,
  principal: Principal,
  id: string,
  name: string,
  reader: Reader = { recipient: null, language: null },
): Promise<FieldError[]> {
  const offered = await projects.read(principal, async (db): Promise<Offered | undefined> => {
    const transition = projectResource.traits.lifecycle?.transitions[name]
    const row = await projects.whole(db, await projects.rows.find(db, id, {}))
    const { status, validUntil } = row
    if (!transition?.from.some((state) => state === status) || typeof validUntil !== 'string') return undefined
    const guard = projectGuards[transition.guard ?? '']
    if (guard === undefined || (await guard({ db, principal, row })).length > 0) return undefined
    const project = quotedProjectSchema.parse(await readWholeProject(db, id))
    return { project, content: await customerContent(db, project, NEXT_VERSION, validUntil) }
  })
  return offered === undefined ? [] : await prove(proofs, id, offered, reader)
}

/** The same of one that was sent before, in the version of then. @param content as it is stored */
export async function proveSent(
  { proofs }: ProvingParts,
  id: string,
  content: string,
  reader: Reader,
): Promise<FieldError[]> {
  const offered = { project: undefined, content: quoteContentSchema.parse(JSON.parse(content)) }
  return await prove(proofs, id, offered, reader)
}

async function prove(
  proofs: QuoteProofs,
  projectId: string,
  { project, content }: Offered,
  { recipient, language }: Reader,
): Promise<FieldError[]> {
  const shown = offeredQuote(content, JSON.stringify(content))
  const made = { projectId, content, shown, at: new Date(clock.now()), isDraft: false, acceptance: undefined }
  const proof = await proofs.of({ ...made, recipient, language })
  return proofFaults(proof, { project, content, recipient })
}

/** @throws ProblemError `invalid_request` with each fault at its field */
export function assertProved(faults: readonly FieldError[]): void {
  if (faults.length === 0) return
  throw new ProblemError('invalid_request', faults.map(({ message }) => message).join(' '), [...faults])
}

import type { SignOnFault } from '@packhouse/contract'
import { serveTasks } from '../../platform/worker-tasks.ts'
import { assertRightEnvelope } from './saml-envelope.ts'
import { type SamlExchange, samlFor } from './saml-library.ts'
import { MetadataError, readSamlMetadata, type SamlMetadata } from './saml-metadata.ts'
import { reasonOfSaml } from './saml-refusal.ts'
import { SignOnError } from './sign-on-error.ts'

/** Parses and verifies documents of providers off the event loop, each within the limits already. */
export type SamlTask =
  | { kind: 'answer'; samlResponse: string; exchange: SamlExchange }
  | { kind: 'metadata'; xml: string }

/** What a signed assertion says. */
export interface SamlProfile {
  issuer: string
  nameId: string
  nameIdFormat: string
  /** The assertion as xml2js gives it. */
  assertion: Record<string, unknown>
}

export type SamlOutcome =
  | { kind: 'profile'; profile: SamlProfile }
  | { kind: 'metadata'; metadata: SamlMetadata }
  | { kind: 'answer_refused'; fault: SignOnFault; reason: string }
  | { kind: 'metadata_refused'; words: string }

async function verifyAnswer({ samlResponse, exchange }: Extract<SamlTask, { kind: 'answer' }>): Promise<SamlOutcome> {
  try {
    const { addresses, metadata } = exchange
    const expected = { issuer: metadata.entityId, destination: addresses.consumerUrl }
    assertRightEnvelope(Buffer.from(samlResponse, 'base64').toString('utf8'), expected)
    const library = await samlFor(exchange)
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: samlResponse })
    if (profile === null) return { kind: 'answer_refused', fault: 'answer_refused', reason: 'no assertion' }
    const { issuer, nameID: nameId, nameIDFormat: nameIdFormat, getAssertion } = profile
    const assertion = getAssertion?.() ?? {}
    return {
      kind: 'profile',
      profile: { issuer, nameId, nameIdFormat, assertion },
    }
  } catch (error) {
    const { fault, message: reason } = error instanceof SignOnError ? error : reasonOfSaml(error as Error)
    return { kind: 'answer_refused', fault, reason }
  }
}

async function readMetadata(xml: string): Promise<SamlOutcome> {
  try {
    return { kind: 'metadata', metadata: await readSamlMetadata(xml) }
  } catch (error) {
    if (error instanceof MetadataError) return { kind: 'metadata_refused', words: error.message }
    throw error
  }
}

serveTasks((task: SamlTask) => (task.kind === 'answer' ? verifyAnswer(task) : readMetadata(task.xml)))

import { clientAddress } from '../../platform/client-address.ts'
import { networkOf } from '../../platform/network.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { SamlLimits } from '../../platform/saml-limits.ts'
import { sentence } from '../../platform/sentence.ts'
import { type PoolFault, WorkerPool, WorkerPoolError } from '../../platform/worker-pool.ts'
import { assertXmlWithin, type XmlFault, XmlLimitError } from '../../platform/xml-limits.ts'
import type { SamlExchange } from './saml-library.ts'
import { MetadataError, MetadataUnreadError, type SamlMetadata } from './saml-metadata.ts'
import type { SamlOutcome, SamlProfile, SamlTask } from './saml-worker.ts'
import { SignOnError } from './sign-on-error.ts'

/** In the audit. */
const answerReasons: Record<XmlFault | PoolFault, string> = {
  bytes: 'too many bytes',
  elements: 'too many elements',
  depth: 'too deep',
  attributes: 'too many attributes',
  document_type: 'document type',
  not_xml: 'not XML',
  queue_full: 'queue full',
  owner_limit: 'too many at once from this address',
  waited_too_long: 'waited too long',
  timeout: 'took too long',
  memory: 'took too much memory',
  failed: 'could not be read',
  stopped: 'the product stops',
}

/** Faults that are no matter of the document: the same one may be read a moment later. */
const busy: readonly string[] = ['queue_full', 'owner_limit', 'waited_too_long', 'stopped']

/**
 * Reads what SAML providers send: first the size, without a tree, then the rest in a worker with a time limit. Every document
 * that is refused by a limit is counted.
 */
export class SamlReader {
  readonly #limits: SamlLimits
  readonly #refusals: Refusals
  readonly #pool: WorkerPool

  constructor(limits: SamlLimits, refusals: Refusals) {
    const { workers, queue, perAddress: perOwner, timeoutMs, memoryMb } = limits
    const script = new URL('./saml-worker.ts', import.meta.url)
    this.#limits = limits
    this.#refusals = refusals
    this.#pool = new WorkerPool({ script, workers, queue, perOwner, timeoutMs, memoryMb })
  }

  /** @param samlResponse an answer in base64 @throws SignOnError where it is not to be trusted */
  async readAnswer(samlResponse: string, exchange: SamlExchange): Promise<SamlProfile> {
    const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
    const outcome = await this.#read('saml_answer', xml, { kind: 'answer', samlResponse, exchange }).catch(
      toSignOnError,
    )
    if (outcome.kind === 'answer_refused') throw new SignOnError(outcome.fault, outcome.reason)
    if (outcome.kind === 'profile') return outcome.profile
    throw new SignOnError('answer_refused', 'not an answer')
  }

  /** @throws MetadataError with what is wrong */
  async readMetadata(xml: string): Promise<SamlMetadata> {
    const outcome = await this.#read('saml_metadata', xml, { kind: 'metadata', xml }).catch((error: unknown) => {
      throw this.#toMetadataError(error)
    })
    if (outcome.kind === 'metadata') return outcome.metadata
    throw new MetadataError(
      outcome.kind === 'metadata_refused' ? outcome.words : sentence`The metadata cannot be read.`,
    )
  }

  async stop(): Promise<void> {
    await this.#pool.stop()
  }

  async #read(door: 'saml_answer' | 'saml_metadata', xml: string, task: SamlTask): Promise<SamlOutcome> {
    try {
      assertXmlWithin(this.#limits, xml)
      return (await this.#pool.run(task, networkOf(clientAddress.getStore() ?? ''))) as SamlOutcome
    } catch (error) {
      if (error instanceof XmlLimitError || error instanceof WorkerPoolError) this.#refusals.count(door, error.fault)
      throw error
    }
  }

  #toMetadataError(error: unknown): unknown {
    const { bytes, elements, depth, attributes, timeoutMs } = this.#limits
    const words: Record<XmlFault, string> = {
      bytes: sentence`The metadata is larger than ${bytes} bytes. Paste that of one provider, or raise SAML_MAX_BYTES.`,
      elements: sentence`The metadata has more than ${elements} elements. Paste that of one provider, or raise SAML_MAX_ELEMENTS.`,
      depth: sentence`The metadata has elements more than ${depth} deep. Raise SAML_MAX_DEPTH if that is right.`,
      attributes: sentence`The metadata has more than ${attributes} attributes. Paste that of one provider, or raise SAML_MAX_ATTRIBUTES.`,
      document_type: sentence`The metadata must not have a document type.`,
      not_xml: sentence`The metadata is not XML. Paste the whole document that the provider hands out.`,
    }
    if (error instanceof XmlLimitError) return new MetadataError(words[error.fault])
    if (!(error instanceof WorkerPoolError)) return error
    const late = sentence`The metadata could not be read within ${timeoutMs} ms. Paste that of one provider, or raise SAML_TIMEOUT_MS.`
    return new MetadataUnreadError(
      error.fault === 'timeout' ? late : sentence`The metadata could not be read at this moment. Try again.`,
      { cause: error },
    )
  }
}

function toSignOnError(error: unknown): never {
  if (!(error instanceof XmlLimitError || error instanceof WorkerPoolError)) throw error
  const fault = busy.includes(error.fault) ? 'sign_on_busy' : 'answer_refused'
  throw new SignOnError(fault, answerReasons[error.fault], { cause: error })
}

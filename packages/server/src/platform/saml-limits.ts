import { wholeNumber } from './environment-fields.ts'
import type { XmlLimits } from './xml-limits.ts'

/** What the documents of SAML providers may cost. */
export interface SamlLimits extends XmlLimits {
  /** Threads that read documents. */
  workers: number
  /** Documents that may wait for a thread. */
  queue: number
  /** Documents from one address that may wait or be read at a time. */
  perAddress: number
  /** How long one may be read, and wait, in ms. */
  timeoutMs: number
  /** Heap of each thread, in MiB. */
  memoryMb: number
  /** Of the form in which an answer arrives. */
  formFields: number
}

/** The variables of the configuration, with that of the forms in which answers arrive. */
export const samlVariables = {
  // A form has at most 1 MiB, and base64 takes a third more than the document.
  SAML_MAX_BYTES: wholeNumber(10_000, 700_000, 262_144),
  SAML_MAX_ELEMENTS: wholeNumber(100, 100_000, 2_000),
  SAML_MAX_DEPTH: wholeNumber(10, 1_000, 64),
  SAML_MAX_ATTRIBUTES: wholeNumber(100, 100_000, 4_000),
  SAML_WORKERS: wholeNumber(1, 16, 2),
  SAML_QUEUE: wholeNumber(1, 1_000, 32),
  SAML_PER_ADDRESS: wholeNumber(1, 1_000, 4),
  SAML_TIMEOUT_MS: wholeNumber(100, 60_000, 5_000),
  SAML_MEMORY_MB: wholeNumber(32, 4_096, 128),
  FORM_MAX_FIELDS: wholeNumber(8, 10_000, 32),
}

type Values = { [Name in keyof typeof samlVariables]: number }

export function samlLimitsOf(env: Values): SamlLimits {
  return {
    bytes: env.SAML_MAX_BYTES,
    elements: env.SAML_MAX_ELEMENTS,
    depth: env.SAML_MAX_DEPTH,
    attributes: env.SAML_MAX_ATTRIBUTES,
    workers: env.SAML_WORKERS,
    queue: env.SAML_QUEUE,
    perAddress: env.SAML_PER_ADDRESS,
    timeoutMs: env.SAML_TIMEOUT_MS,
    memoryMb: env.SAML_MEMORY_MB,
    formFields: env.FORM_MAX_FIELDS,
  }
}

import type { SignOnFault } from '@packhouse/contract'

/** Codes of standards that an answer may carry: RFC 6749, 4.1.2.1; OpenID Connect Core 1.0, 3.1.2.6; saml-core-2.0-os, 3.2.2.2. */
const CODES: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
  'AuthnFailed',
  'InvalidNameIDPolicy',
  'NoAuthnContext',
  'NoPassive',
  'RequestDenied',
  'RequestUnsupported',
  'Requester',
  'Responder',
  'UnknownPrincipal',
  'VersionMismatch',
])

/** What the log may have of an answer that anybody could have made up: a code of a standard, or a word of ours in its place. */
export function codeOfAnswer(code: string | undefined): string {
  return code !== undefined && CODES.has(code) ? code : 'of no standard'
}

/** A failed single sign-on: the message for the user, and the exact reason for the audit. */
export class SignOnError extends Error {
  readonly fault: SignOnFault
  /** The account it is about, where that is known. */
  readonly userId: string | undefined

  /** @param reason of our own words, never of an answer: `audience`, `nonce`, `replay` */
  constructor(fault: SignOnFault, reason: string, options: { userId?: string; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.fault = fault
    this.userId = options.userId
  }
}

/** Narrows, or ends the single sign-on. */
export function assertSignOn(condition: unknown, fault: SignOnFault, reason: string): asserts condition {
  if (!condition) throw new SignOnError(fault, reason)
}

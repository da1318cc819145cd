import type { SignOnFault } from '@packhouse/contract'

/** A failed single sign-on: the message for the user, and the exact reason for the audit. */
export class SignOnError extends Error {
  readonly fault: SignOnFault
  /** The account it is about, where that is known. */
  readonly userId: string | undefined

  /** @param reason in a word where one will do: `audience`, `nonce`, `replay` */
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

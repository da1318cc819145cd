/** A passkey that is not accepted. Why is for the audit; the client does not learn which check has failed. */
export class PasskeyRefusal extends Error {
  readonly reason: string
  /** Whose account it is about, where that is known. */
  readonly userId: string | undefined

  constructor(reason: string, userId: string | undefined) {
    super(`The passkey is refused: ${reason}`)
    this.reason = reason
    this.userId = userId
  }
}

const MOST = 10_000

/**
 * The accounts of the emails that people have signed in with, right or wrong. Who guesses too often is refused without a question to the
 * database; the log names the account all the same. An email of nobody is never in it.
 */
export class NamedAccounts {
  readonly #ids = new Map<string, string>()

  note(email: string, id: string): void {
    if (this.#ids.size >= MOST) this.#ids.clear()
    this.#ids.set(email, id)
  }

  find(email: string): string | undefined {
    return this.#ids.get(email)
  }
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** What is counted: guesses at an account, from an address, or of a known device. */
export interface Guessed {
  kind: 'account' | 'address' | 'device'
  name: string
}

/** How many wrong guesses there are within the window that the first one began, with those that are being checked. */
export interface GuessStore {
  /** Counts one more of each. @returns the counts in the same order */
  add: (guessed: readonly Guessed[], windowSeconds: number) => Promise<number[]>
  /** Takes one back. */
  takeBack: (guessed: Guessed) => Promise<void>
  forget: (guessed: Guessed) => Promise<void>
}

/**
 * Counts in the database, so that guesses at several nodes add up. Each statement commits for itself, and locks accounts before addresses: sign-ins
 * never wait for each other in a circle.
 */
export class StoredGuesses implements GuessStore {
  readonly #db: Db
  readonly #door: string

  constructor(db: Db, door: string) {
    this.#db = db
    this.#door = door
  }

  async add(guessed: readonly Guessed[], windowSeconds: number): Promise<number[]> {
    const until = sql`now() + make_interval(secs => ${windowSeconds})`
    const values = guessed.map((one) => sql`(${this.#door}, ${one.kind}, ${keyOf(one)}, 1, ${until})`)
    const { rows } = await sql<{ kind: string; count: number }>`
      INSERT INTO guess AS known (door, kind, key, count, until_at) VALUES ${sql.join(values)}
      ON CONFLICT (door, kind, key) DO UPDATE SET
        count = CASE WHEN known.until_at > now() THEN known.count + 1 ELSE 1 END,
        until_at = CASE WHEN known.until_at > now() THEN known.until_at ELSE excluded.until_at END
      RETURNING kind, count
    `.execute(this.#db)
    return guessed.map(({ kind }) => rows.find((row) => row.kind === kind)?.count ?? 1)
  }

  async takeBack(guessed: Guessed): Promise<void> {
    await sql`
      UPDATE guess SET count = count - 1 WHERE ${this.#is(guessed)} AND count > 0
    `.execute(this.#db)
  }

  async forget(guessed: Guessed): Promise<void> {
    await sql`DELETE FROM guess WHERE ${this.#is(guessed)}`.execute(this.#db)
  }

  #is(guessed: Guessed) {
    return sql`door = ${this.#door} AND kind = ${guessed.kind} AND key = ${keyOf(guessed)}`
  }
}

/** Removes counts whose window is over. */
export async function forgetOldGuesses(db: Db): Promise<void> {
  await sql`DELETE FROM guess WHERE until_at < now()`.execute(db)
}

function keyOf({ name }: Guessed): Buffer {
  return createHash('sha256').update(name).digest()
}

import { t } from '@packhouse/messages'
import { ProblemError } from '../engine/problem-error.ts'
import { clock, type Timer } from '../platform/clock.ts'

/** The longest wait for a database that does not answer. */
const PATIENCE_MS = 4_000
/** However many ask, so many connections of the pool are the most that they hold. */
const QUESTIONS_AT_ONCE = 2

/** Those credentials of which the database knows something. */
export type Ask<Found> = (credentials: readonly string[]) => Promise<ReadonlyMap<string, Found>>

interface Question<Found> {
  credentials: string[]
  answer: Promise<ReadonlyMap<string, Found>>
}

/**
 * Asks the database about credentials, many in one question. What comes while two questions are under way is gathered
 * for the next one: a flood of unknown credentials costs no more connections than a single one.
 */
export class BatchedLookup<Found> {
  readonly #ask: Ask<Found>
  #underWay = 0
  #question: Question<Found> | undefined
  #startWaiting: (() => void) | undefined

  constructor(ask: Ask<Found>) {
    this.#ask = ask
  }

  /** @throws ProblemError 503 where the database does not answer in time */
  async find(credential: string): Promise<Found | undefined> {
    this.#question ??= this.#open()
    const { credentials, answer } = this.#question
    credentials.push(credential)
    return (await inTime(answer)).get(credential)
  }

  /** It is asked when what runs now is done and there is room, and takes credentials until then. */
  #open(): Question<Found> {
    const credentials: string[] = []
    const answer = this.#turn().then(async () => {
      this.#question = undefined
      this.#underWay += 1
      try {
        return await inTime(this.#ask(credentials))
      } finally {
        this.#underWay -= 1
        this.#startWaiting?.()
      }
    })
    return { credentials, answer }
  }

  async #turn(): Promise<void> {
    if (this.#underWay < QUESTIONS_AT_ONCE) return
    await new Promise<void>((resolve) => {
      this.#startWaiting = resolve
    })
    this.#startWaiting = undefined
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let late: Timer | undefined
  const patience = new Promise<never>((_resolve, reject) => {
    const words = t('server.databaseDoesNotAnswer')
    late = clock.timeout(PATIENCE_MS, () => reject(new ProblemError('unavailable', words)))
  })
  return await Promise.race([answer, patience]).finally(() => late?.stop())
}

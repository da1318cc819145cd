import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import type { Stage } from '../stage/stage.ts'
import { Viewer } from '../stage/viewer.ts'

/** The product on the history that is there, and somebody who asks it. */
export class HistoryServer {
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #viewer: Viewer | undefined

  static async start({ databaseUrl, samplePasswords }: Stage): Promise<HistoryServer> {
    const started = new HistoryServer()
    const { httpPort } = await started.#server.call('start', { databaseUrl, samplePasswords })
    started.#viewer = await Viewer.signIn(httpPort, samplePasswords.people)
    return started
  }

  /** @returns the answer and how long it took, ms */
  async ask<T>(path: string): Promise<{ answer: T; ms: number }> {
    const before = performance.now()
    const reply = await this.#viewer?.get(path)
    const ms = performance.now() - before
    if (reply?.status !== 200) throw new Error(`${path} was answered ${reply?.status}: ${reply?.body.toString()}`)
    return { answer: JSON.parse(reply.body.toString()) as T, ms }
  }

  async stop(): Promise<void> {
    this.#viewer?.leave()
    await this.#server.stop()
  }
}

/** How long a piece of work takes, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

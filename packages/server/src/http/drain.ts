import type { FastifyInstance } from 'fastify'
import { sendReadersAway } from '../engine/open-streams.ts'
import { clock } from '../platform/clock.ts'

const LOOK_MS = 25

/** Requests that are under way, so that a server that ends can let them come to their end. */
export class RequestsUnderWay {
  #count = 0

  register(app: FastifyInstance): void {
    app.addHook('onRequest', (_request, reply, done) => {
      this.#count += 1
      // Whatever becomes of it, streams too, this is its end.
      reply.raw.once('close', () => {
        this.#count -= 1
      })
      done()
    })
  }

  /** Takes no new connections, sends the readers of streams elsewhere and lets requests end. @param patienceMs how long at most */
  async drain(app: FastifyInstance, patienceMs: number): Promise<void> {
    // Connections that wait for a request end at once, those that are answered after their answer.
    app.server.close()
    sendReadersAway()
    const end = clock.monotonic() + patienceMs
    while (this.#count > 0 && clock.monotonic() < end) await clock.sleep(LOOK_MS)
  }
}

import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type ProjectEvent, projectEventSchema } from '@packhouse/contract'
import type { Caller } from '../support/caller.ts'
import { until } from '../support/until.ts'

/** Reads the stream of a project and stores every event. */
export class ProjectStreamReader {
  readonly events: ProjectEvent[] = []
  ended = false
  readonly #request: ClientRequest
  #pending = ''

  private constructor(sent: ClientRequest, response: IncomingMessage) {
    this.#request = sent
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => this.#take(chunk))
    response.on('error', () => undefined)
    response.once('close', () => {
      this.ended = true
    })
  }

  /** Opens the stream of a project and waits until it has said what there is. */
  static async open(port: number, caller: Caller, id: string): Promise<ProjectStreamReader> {
    const headers = await caller.headers()
    const reader = await new Promise<ProjectStreamReader>((resolve, reject) => {
      const path = `/v1/estimator/projects/${id}/stream`
      const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
        if (response.statusCode === 200) resolve(new ProjectStreamReader(sent, response))
        else reject(new Error(`The stream answered ${response.statusCode}.`))
      })
      sent.once('error', reject)
      sent.end()
    })
    await reader.until('who has it open', ({ people }) => people !== undefined)
    return reader
  }

  /** Resolves with an event that came after this call and fits. */
  async next(what: string, fits: (event: ProjectEvent) => boolean): Promise<ProjectEvent> {
    const seen = this.events.length
    return await until(what, () => this.events.slice(seen).find(fits))
  }

  async until(what: string, fits: (event: ProjectEvent) => boolean): Promise<ProjectEvent> {
    return await until(what, () => this.events.find(fits))
  }

  close(): void {
    this.#request.destroy()
  }

  #take(chunk: string): void {
    const blocks = (this.#pending + chunk).split('\n\n')
    this.#pending = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      if (event === undefined || data === undefined) continue
      const parsed = projectEventSchema.strict().parse(JSON.parse(data))
      if (Object.keys(parsed).join() !== event) throw new Error(`An event ${event} says ${data}.`)
      this.events.push(parsed)
    }
  }
}

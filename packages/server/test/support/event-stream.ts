import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { type MachineChange, machineChangesSchema, machineDifferencesSchema } from '@packhouse/contract'
import { until } from './until.ts'

/** An event of the live stream. */
export interface MachinesEvent {
  id: string
  machines: MachineChange[]
}

/** `declared`: events are checked against their declaration; `any`: they may come from another version of the product. */
export type Shape = 'declared' | 'any'

/** A reader of the live stream that stores every event it receives. */
export class EventStream {
  readonly events: MachinesEvent[] = []
  readonly #request: ClientRequest
  readonly #response: IncomingMessage
  readonly #shape: Shape
  #pending = ''
  ended = false

  private constructor(sent: ClientRequest, response: IncomingMessage, shape: Shape) {
    this.#request = sent
    this.#shape = shape
    this.#response = response
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => this.#take(chunk))
    response.on('error', () => undefined)
    response.once('close', () => {
      this.ended = true
    })
  }

  /** Opens a stream. @param headers credentials, `last-event-id` to resume, and `a-im` for differences */
  static open(port: number, headers: OutgoingHttpHeaders, shape: Shape = 'declared'): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const path = '/v1/ignition/machines/me/stream'
      const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
        if (response.statusCode === 200) resolve(new EventStream(sent, response, shape))
        else reject(new Error(`The stream answered ${response.statusCode}.`))
      })
      sent.once('error', reject)
      sent.end()
    })
  }

  get status(): number {
    return this.#response.statusCode ?? 0
  }

  get headers() {
    return this.#response.headers
  }

  get lastEventId(): string {
    return this.events.at(-1)?.id ?? ''
  }

  /** Every change of a machine so far, in order. */
  changesOf(machineID: string): MachineChange[] {
    return this.events.flatMap((event) => event.machines.filter((machine) => machine.machineID === machineID))
  }

  /** Resolves with the newest change of the machine that satisfies the condition. */
  async until(machineID: string, holds: (change: MachineChange) => boolean): Promise<MachineChange> {
    return await until(`a change of ${machineID} that ${holds}`, () => this.changesOf(machineID).findLast(holds))
  }

  /** Stops reading: what comes piles up, first in the sockets, then in the server. */
  pause(): void {
    this.#response.pause()
  }

  resume(): void {
    this.#response.resume()
  }

  close(): void {
    this.#request.destroy()
  }

  #take(chunk: string): void {
    const blocks = (this.#pending + chunk).split('\n\n')
    this.#pending = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
      )
      if (fields.get('event') !== 'machines') continue
      const schema = this.headers.im === undefined ? machineChangesSchema : machineDifferencesSchema
      const data = JSON.parse(fields.get('data') ?? '')
      const { machines } = this.#shape === 'declared' ? schema.parse(data) : data
      this.events.push({ id: fields.get('id') ?? '', machines: machines as MachineChange[] })
    }
  }
}

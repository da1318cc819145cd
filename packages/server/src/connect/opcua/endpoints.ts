import { Endpoint } from './endpoint.ts'
import type { MachineWatch } from './machine-watch.ts'
import { endpointKey } from './opcua-connection.ts'

/** The sessions with servers; connections that agree in all that a session needs share one. */
export class Endpoints {
  readonly #dataDir: string
  readonly #endpoints = new Map<string, Endpoint>()

  /** @param dataDir where our certificate is stored */
  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  join(watch: MachineWatch): void {
    const key = endpointKey(watch.connection)
    const endpoint = this.#endpoints.get(key) ?? new Endpoint(watch.connection, this.#dataDir)
    this.#endpoints.set(key, endpoint)
    endpoint.add(watch)
  }

  /** The last connection of a session ends it. */
  async leave({ connection }: MachineWatch): Promise<void> {
    const key = endpointKey(connection)
    const endpoint = this.#endpoints.get(key)
    await endpoint?.remove(connection.id)
    if (!endpoint?.isEmpty) return
    this.#endpoints.delete(key)
    await endpoint.stop()
  }
}

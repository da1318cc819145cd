import { Reconnection } from '../supervisor/reconnection.ts'
import { EndpointLink } from './endpoint-link.ts'
import { linkIssueOf } from './link-words.ts'
import type { MachineWatch } from './machine-watch.ts'
import type { EndpointSettings } from './opcua-connection.ts'

/** One session with a server for all connections that agree in it: connects, and comes back when it is lost. */
export class Endpoint {
  readonly #settings: EndpointSettings
  readonly #dataDir: string
  readonly #watches = new Map<string, MachineWatch>()
  #link: EndpointLink | undefined
  #isConnecting = false
  readonly #reconnection = new Reconnection(() => this.#connect())
  #isStopped = false

  constructor(settings: EndpointSettings, dataDir: string) {
    this.#settings = settings
    this.#dataDir = dataDir
  }

  get isEmpty(): boolean {
    return this.#watches.size === 0
  }

  add(watch: MachineWatch): void {
    this.#watches.set(watch.connection.id, watch)
    if (this.#link !== undefined) void watch.begin(this.#link, this.#dropOf(this.#link))
    else if (this.#isConnecting) watch.become('connecting')
    else if (!this.#reconnection.isWaiting) this.#connect()
  }

  async remove(id: string): Promise<void> {
    const watch = this.#watches.get(id)
    this.#watches.delete(id)
    await watch?.stop()
  }

  /** Ends the session. One that is still being made ends as soon as it is established: there is no wait for a server that does not answer. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#reconnection.stop()
    const link = this.#link
    this.#link = undefined
    await link?.close()
  }

  #connect(): void {
    for (const watch of this.#watches.values()) watch.become('connecting')
    this.#isConnecting = true
    void this.#open()
  }

  async #open(): Promise<void> {
    try {
      let isLost = false
      let opened: EndpointLink | undefined
      const link = await EndpointLink.open(this.#settings, this.#dataDir, () => {
        isLost = true
        if (opened !== undefined) this.#lost(undefined, opened)
      })
      this.#isConnecting = false
      if (this.#isStopped) return await link.close()
      if (isLost) return this.#lost(undefined)
      opened = link
      this.#link = link
      this.#reconnection.succeeded()
      for (const watch of this.#watches.values()) void watch.begin(link, this.#dropOf(link))
    } catch (error) {
      this.#isConnecting = false
      this.#lost(error as Error)
    }
  }

  #dropOf(link: EndpointLink): () => void {
    return () => {
      if (this.#link !== link) return
      void link.close()
      this.#lost(undefined, link)
    }
  }

  #lost(error: Error | undefined, link?: EndpointLink): void {
    if (this.#isStopped || this.#link !== link) return
    this.#link = undefined
    const issue = linkIssueOf(error, this.#settings.endpointUrl)
    for (const watch of this.#watches.values()) watch.lost(issue.words, issue.isLasting ? 'failed' : 'waiting')
    this.#reconnection.retryAfter(issue)
  }
}

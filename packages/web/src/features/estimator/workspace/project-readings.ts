import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Project } from './project-sheet.ts'

const UNREAD = { data: undefined, dataUpdateCount: 0, fetchStatus: 'idle' } as const

/**
 * Tells current responses of a project from outdated ones. A response to a request that was sent before a change was saved may lack the
 * change, even if it has arrived and is only waiting to be rendered. Loading it would remove saved lines from the screen.
 */
export class ProjectReadings {
  readonly #client: QueryClient
  readonly #queryKey: QueryKey
  /** `dataUpdateCount` of the query: at the last `take`, and at the last answer to a change. */
  #taken = 0
  #outdated = 0

  constructor(client: QueryClient, queryKey: QueryKey) {
    this.#client = client
    this.#queryKey = queryKey
  }

  /** To be called with each answer to a change: reads the project again if an outdated response is on its way or not taken yet. */
  changeAnswered(): void {
    const { fetchStatus, dataUpdateCount } = this.#state
    this.#outdated = dataUpdateCount
    if (fetchStatus === 'idle' && this.#taken === dataUpdateCount) return
    void this.#client.invalidateQueries({ queryKey: this.#queryKey, exact: true })
  }

  /** @returns the newest response, or undefined if it is outdated */
  take(): Project | undefined {
    const { data, dataUpdateCount } = this.#state
    if (dataUpdateCount <= this.#outdated) return undefined
    this.#taken = dataUpdateCount
    return data
  }

  get #state() {
    return this.#client.getQueryState<Project>(this.#queryKey) ?? UNREAD
  }
}

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Project } from './project-sheet.ts'

/**
 * Which readings of a project know of what was saved in this window. One that was begun before the server answered a change may lack it,
 * also where it has come already and only waits to be shown: it would take lines off the screen that are saved.
 */
export class ProjectReadings {
  readonly #client: QueryClient
  readonly #queryKey: QueryKey
  /** Readings are counted as the client counts them: the last that was taken, and the last that had come before a change was answered. */
  #taken = 0
  #outdated = 0

  constructor(client: QueryClient, queryKey: QueryKey) {
    this.#client = client
    this.#queryKey = queryKey
  }

  /** A change was answered: what was asked before is asked again. */
  changeAnswered(): void {
    const { fetchStatus, dataUpdateCount } = this.#state ?? { fetchStatus: 'idle', dataUpdateCount: 0 }
    this.#outdated = dataUpdateCount
    if (fetchStatus === 'idle' && this.#taken === dataUpdateCount) return
    void this.#client.invalidateQueries({ queryKey: this.#queryKey, exact: true })
  }

  /** @returns the newest reading, unless it is older than what was saved */
  take(): Project | undefined {
    const { data, dataUpdateCount } = this.#state ?? { data: undefined, dataUpdateCount: 0 }
    if (dataUpdateCount <= this.#outdated) return undefined
    this.#taken = dataUpdateCount
    return data
  }

  get #state() {
    return this.#client.getQueryState<Project>(this.#queryKey)
  }
}

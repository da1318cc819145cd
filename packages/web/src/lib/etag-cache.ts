import { readProblem } from './api-error.ts'
import type { ApiRequest } from './api-request.ts'
import type { AuthorizedFetch, SendOptions } from './authorized-fetch.ts'

interface CachedAnswer {
  etag: string
  body: unknown
}

export interface EtagCache {
  /** Answers the parsed body; the identical object while the server says that it has not changed. */
  get(request: ApiRequest, options?: SendOptions): Promise<unknown>
  clear(): void
}

/** Keeps the last ETag and body of each address and asks the server whether they still hold. */
export function createEtagCache(send: AuthorizedFetch): EtagCache {
  const answers = new Map<string, CachedAnswer>()
  return {
    async get(request, options = {}) {
      const known = answers.get(request.url)
      const headers = { ...options.headers, ...(known ? { 'if-none-match': known.etag } : {}) }
      const response = await send(request, { ...options, headers })
      if (response.status === 304 && known) return known.body
      if (!response.ok) throw await readProblem(response)
      const body: unknown = await response.json()
      const etag = response.headers.get('etag')
      if (etag === null) answers.delete(request.url)
      else answers.set(request.url, { etag, body })
      return body
    },
    clear: () => answers.clear(),
  }
}

import { readProblem } from './api-error.ts'
import type { ApiRequest } from './api-request.ts'
import type { AuthorizedFetch } from './authorized-fetch.ts'
import type { SendOptions } from './request-init.ts'

interface CachedAnswer {
  etag: string
  body: unknown
}

/** How a client asks for the differences from the answer that it has, and what it makes of them (RFC 3229). */
export interface Delta {
  /** As the server names them in `A-IM` and `IM`. */
  name: string
  /** @returns the new body; the one before is not changed */
  apply: (before: unknown, changes: unknown) => unknown
  /** A form that whole answers may have, and how it is read. */
  whole: { name: string; read: (sent: unknown) => unknown }
}

export interface EtagCache {
  /** Answers the parsed body; the identical object while the server says that it has not changed. */
  get(request: ApiRequest, options?: SendOptions, delta?: Delta): Promise<unknown>
  clear(): void
}

/** Keeps the last ETag and body of each address and asks the server whether they still hold. */
export function createEtagCache(send: AuthorizedFetch): EtagCache {
  const answers = new Map<string, CachedAnswer>()
  return {
    async get(request, options = {}, delta) {
      const known = answers.get(request.url)
      const forms = delta && { 'a-im': known ? `${delta.name}, ${delta.whole.name}` : delta.whole.name }
      const headers = { ...options.headers, ...(known && { 'if-none-match': known.etag }), ...forms }
      const response = await send(request, { ...options, headers })
      if (response.status === 304 && known) return known.body
      if (!response.ok) throw await readProblem(response)
      const sent: unknown = await response.json()
      const body = delta ? readForm(response.headers.get('im'), sent, known?.body, delta) : sent
      const etag = response.headers.get('etag')
      if (etag === null) answers.delete(request.url)
      else answers.set(request.url, { etag, body })
      return body
    },
    clear: () => answers.clear(),
  }
}

function readForm(form: string | null, sent: unknown, before: unknown, { name, apply, whole }: Delta): unknown {
  if (form === name) return apply(before, sent)
  return form === whole.name ? whole.read(sent) : sent
}

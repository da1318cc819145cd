import type { ApiRequest } from './api-request.ts'
import { newTraceparent } from './trace-context.ts'
import { currentView } from './view-as.ts'

export interface SendOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string>
}

/** What the server says to people it says in the language of the page, which need not be the browser's. */
function languageHeader(): Record<string, string> {
  const language = globalThis.document?.documentElement.lang
  return language ? { 'accept-language': language } : {}
}

/** While this tab views as another user, everything but what is the viewer's own is asked as that user. */
function viewHeader({ isPublic, isOwn = false }: ApiRequest): Record<string, string> {
  const view = isPublic || isOwn ? null : currentView()
  return view === null ? {} : { 'view-as': view }
}

/** A request as `fetch` takes it, with the token in both headers. There is no timeout. */
export function toInit(request: ApiRequest, token: string | null, { signal, headers }: SendOptions): RequestInit {
  return {
    method: request.method,
    headers: {
      accept: 'application/json',
      traceparent: newTraceparent(),
      ...languageHeader(),
      ...(request.body === undefined || request.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}`, 'x-api-key': token }),
      ...viewHeader(request),
      ...headers,
    },
    // The binding cookie goes along; it is HttpOnly and no credential by itself.
    credentials: 'same-origin',
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(signal ? { signal } : {}),
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** What every line of the log says about the request that it belongs to. */
export interface RequestContext {
  readonly requestId: string
  /** 32 hexadecimal digits, W3C Trace Context. */
  readonly traceId: string
  /** Known once the credentials are checked. */
  userId?: string
}

const context = new AsyncLocalStorage<RequestContext>()

/** Does the work of a request; its context follows it through all asynchronous steps. */
export function inRequest<T>(request: RequestContext, work: () => T): T {
  return context.run(request, work)
}

/** The request that is worked on, where there is one. */
export function currentRequest(): RequestContext | undefined {
  return context.getStore()
}

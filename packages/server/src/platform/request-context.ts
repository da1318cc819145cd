import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the request whose work is being done. */
export interface RequestContext {
  /** As in the answer of a problem and in the log. */
  id: string
  /** Browser and system, or another program as it calls itself; null where none is named. */
  userAgent: string | null
  /** The permission that allowed it; absent until that is found, and where none is needed. */
  permission?: string
}

/** Like `clientAddress` it goes along by itself: whatever is written of a change or a sign-in has it. */
export const requestContext = new AsyncLocalStorage<RequestContext>()

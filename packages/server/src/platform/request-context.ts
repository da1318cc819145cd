import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of the request whose work is being done. */
export interface RequestContext {
  /** As in the answer of a problem, in the audit and in the log. */
  readonly id: string
  /** 32 hexadecimal digits, W3C Trace Context. */
  readonly traceId: string
  /** Browser and system, or another program as it calls itself; null where none is named. */
  readonly userAgent: string | null
  /** Known once the credentials are checked. */
  userId?: string
  /** Who views as that user. */
  viewerId?: string
  /** The permission that allowed it; absent until that is found, and where none is needed. */
  permission?: string
  /** Whether the log of sign-ins has the refusal already, with more than the answer says. */
  refusalLogged?: boolean
}

/** Like `clientAddress` it goes along by itself: whatever is logged, or written of a change or a sign-in, has it. */
export const requestContext = new AsyncLocalStorage<RequestContext>()

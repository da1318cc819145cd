import type { Api, CallName, CallOutput, CallResult } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from './principal.ts'

/** What a handler gets beside the validated input. The principal is there exactly where the call is not public. */
export interface HandlerContext<C> {
  principal: C extends { access: 'public' } ? undefined : Principal
  request: FastifyRequest
  reply: FastifyReply
}

/** An answer whose bytes are ready, or which the handler has taken into its own hands (a stream). */
export const answered = Symbol('answered')

export type Handler<C> = (
  input: CallOutput<C> & HandlerContext<C>,
) => Promise<CallResult<C> | typeof answered> | CallResult<C> | typeof answered

/** One handler for every call of the contract: a missing one does not compile. */
export type Handlers = { [Name in CallName]: Handler<Api[Name]> }

/** The handlers of one area. */
export type HandlersOf<Name extends CallName> = Pick<Handlers, Name>

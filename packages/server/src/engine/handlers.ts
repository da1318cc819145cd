import type { Api, CallName, CallOutput, CallResult, Resource } from '@packhouse/contract'
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

/** The calls of a resource whose handlers an area may write itself, in the place of the engine's. */
type ChangingVerb = 'create' | 'update' | 'remove'
type OwnVerb = ChangingVerb | 'list' | 'get'

/** Handlers that take the place of the engine's. They get what the resource declares and answer what its store answers. */
export type ResourceHandlers<R extends Resource, Verbs extends OwnVerb = ChangingVerb> = {
  [Verb in Verbs as `${R['name']}.${Verb}`]: ResourceHandler<R, Verb>
}

export type ResourceHandler<R extends Resource, Verb extends OwnVerb> = (
  input: CallOutput<R['calls'][Verb]> & HandlerContext<R['calls'][Verb]>,
) => Promise<unknown>

/** The handlers of one area. */
export type HandlersOf<Name extends CallName> = Pick<Handlers, Name>

import multipart from '@fastify/multipart'
import { type Call, MAX_FILE_BYTES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { requestContext } from '../platform/request-context.ts'
import { mostFieldsOf } from './body-fields.ts'
import { isKnown, type NamedTags, readTags, rowTag, sendNotModified } from './entity-tags.ts'
import { answered } from './handlers.ts'
import type { Idempotency } from './idempotency/idempotency.ts'
import { takesIdempotencyKey } from './idempotency/idempotency-key.ts'
import type { Cursors } from './paging/cursors.ts'
import type { Principal, RowConditions } from './principal.ts'
import { assertThat, countFaults, fieldErrors, MOST_FAULTS, ProblemError } from './problem-error.ts'
import { outcomeOf } from './request-outcome.ts'
import { separateAsRead } from './resource/as-read.ts'
import { unstorableIn } from './unstorable-text.ts'
import { assertViewable } from './view-only.ts'

/** Finds the principal of a request or throws the problem that says why it is missing. */
export type Authenticate = (request: FastifyRequest) => Promise<Principal>

/** Admits a request of a known principal within its limits or throws the problem that says which is reached. */
export type Admit = (call: Call, principal: Principal, request: FastifyRequest, reply: FastifyReply) => Promise<void>

export interface CallOptions {
  authenticate: Authenticate
  admit: Admit
  /** What was answered to requests with a key. */
  idempotency: Idempotency
  /** The positions that lists go on from. */
  cursors: Cursors
  /** Check every answer against its schema; for tests, since it costs as much as making the answer. */
  checkAnswers: boolean
}

/** What a call that declares no query is asked with: a parameter that would be ignored misleads. */
const NO_QUERY = z.strictObject({})

/** Bytes of a body that anybody may send. A drawn signature takes up to 50 kB. */
export const PUBLIC_BODY_BYTES = 64 * 1024

/** What the reader of bodies knows of a call. */
export interface BodyConfig {
  /** Media types that it takes where it is not JSON. */
  accepts?: string
  /** Fields of one object from which on a body is refused unread. */
  mostFields?: () => number
}

const FORM = 'multipart/form-data'
const LONGEST_TYPE = 200
/** The whole name is stored, so that one with a path in it can be refused. */
const ONE_FILE = { preservePath: true, limits: { files: 1, fields: 10, parts: 11, fileSize: MAX_FILE_BYTES } }

/** A handler whose input the call's declaration has typed elsewhere. */
export type AnyHandler = (input: Record<string, unknown>) => unknown

/** The path as the router has it: `/v1/customers/:id`. */
export function routeOf({ path }: { path: string }): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Makes a route of every call of the contract. */
export function registerCalls(
  app: FastifyInstance,
  calls: Record<string, Call>,
  handlers: Record<string, AnyHandler>,
  options: CallOptions,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`The call ${name} has no handler.`)
    const route: RouteOptions = {
      method: call.method,
      url: routeOf(call),
      // HEAD would run the handler of a stream and never end.
      exposeHeadRoute: call.method === 'GET' && call.answer !== 'event-stream',
      config: { mostFields: () => mostFieldsOf(call), accepts: call.accepts } satisfies BodyConfig as object,
      ...(call.access === 'public' ? { bodyLimit: PUBLIC_BODY_BYTES } : { onRequest: identifying(call, options) }),
      handler: (request, reply) => answer(call, handler, options, request, reply),
      ...(takesIdempotencyKey(call) && { onSend: settling(options.idempotency) }),
    }
    if (call.accepts === undefined) app.route(route)
    else registerUpload(app, route, call.accepts)
  }
}

/** Nothing of a body is read before its sender is admitted. */
function identifying(call: Call, options: CallOptions): RouteOptions['onRequest'] {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await identify(call, options, request, reply)
    // What is answered to one person is nobody else's; a handler of pictures says otherwise.
    reply.header('cache-control', 'no-store')
  }
}

/** A route that takes another body than JSON, and nothing else. */
function registerUpload(app: FastifyInstance, route: RouteOptions, accepts: string): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const types = accepts.split(', ')
    if (types.includes(FORM)) {
      scope.addHook('onRequest', async ({ headers }) => assertShortType(headers['content-type'] ?? ''))
      await scope.register(multipart, ONE_FILE)
    }
    const plain = types.filter((type) => type !== FORM)
    if (plain.length > 0) scope.addContentTypeParser(plain, (_request, body, done) => done(null, body))
    scope.route(route)
  })
}

/** The reader of forms fails on a boundary of more than 250 characters, and there are many ways to write one: all of the header is bounded. */
function assertShortType(type: string): void {
  assertThat(type.length <= LONGEST_TYPE, 'invalid_request', t('server.contentTypeTooLong', { most: LONGEST_TYPE }))
}

/** Stores what is answered, problems too, before it is sent. */
function settling(idempotency: Idempotency): RouteOptions['onSend'] {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    await idempotency.settle(request, reply, payload)
    return payload
  }
}

async function answer(
  call: Call,
  handler: AnyHandler,
  options: CallOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const principal = call.access === 'public' ? undefined : outcomeOf(request).principal
  if (await options.idempotency.replay(call, principal, request, reply)) return reply
  const { input, conditions } = validate(call, request)
  const asking = principal && withEditLock(principal, request)
  const asked = { call, principal, input }
  const opened = options.cursors.open(asked)
  const handled = await handler({ ...opened, principal: asking && { ...asking, ...conditions }, request, reply })
  const result = options.cursors.seal(asked, handled)
  if (options.checkAnswers) assertSent(call, reply)
  if (result === answered) return reply
  if (call.result === undefined) return reply.code(204).send()
  if (options.checkAnswers) call.result.parse(result)
  reply.code(call.status ?? reply.statusCode)
  return call.tagged ? sendRow(result as { rowVersion: number }, request, reply) : reply.send(result)
}

/** Answers a row under its tag, or that the client has it. */
function sendRow(row: { rowVersion: number }, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = JSON.stringify(row)
  const etag = rowTag(row.rowVersion, body)
  reply.header('etag', etag)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isKnown(request, etag)) return sendNotModified(reply)
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/** @throws Error where a call does not send what it declares of its success */
function assertSent({ path, sends = [], types }: Call, reply: FastifyReply): void {
  // What a handler writes past the reply is not seen here.
  if (reply.statusCode !== 200 || !reply.hasHeader('content-type')) return
  const missing = sends.filter((name) => !reply.hasHeader(name))
  const [type = ''] = String(reply.getHeader('content-type')).split(';')
  const isOther = types !== undefined && !types.includes(type)
  if (missing.length > 0 || isOther)
    throw new Error(`${path} does not send what it declares: ${[...missing, ...(isOther ? [type] : [])].join(', ')}`)
}

/** A request that changes what only one may edit at a time names the token of its lock. */
function withEditLock(principal: Principal, { headers }: FastifyRequest): Principal {
  const given = headers['edit-lock']
  if (given === undefined) return principal
  const isToken = typeof given === 'string' && /^[1-9]\d{0,17}$/.test(given)
  assertThat(isToken, 'invalid_request', t('server.editLockIsNoToken'))
  return { ...principal, editLock: given }
}

/** Finds who asks, within their limits, and checks that they may. Refused requests are counted too. */
async function identify(
  call: Call,
  { authenticate, admit }: CallOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const principal = await authenticate(request)
  outcomeOf(request).principal = principal
  const context = requestContext.getStore()
  if (context !== undefined) {
    context.userId = principal.userId
    if (principal.viewer !== undefined) context.viewerId = principal.viewer.userId
  }
  await admit(call, principal, request, reply)
  if (call.access === 'signed-in') {
    const hasSession = principal.sessionId !== undefined
    assertThat(hasSession, 'permission_missing', t('server.apiKeyOpensNoAccount'))
  }
  assertViewable(principal, call)
  const waits = principal.secondFactorRequired && call.access !== 'signed-in'
  assertThat(!waits, 'second_factor_required', t('server.setUpSecondFactor'))
  if (call.access !== 'signed-in' && !principal.permissions.has(call.access)) {
    throw new ProblemError('permission_missing', t('server.permissionNeeded', { permission: call.access }))
  }
  if (call.stepUp) assertConfirmed(principal)
  if (context !== undefined && call.access !== 'signed-in') context.permission = call.access
}

function assertConfirmed({ sessionId, confirmed }: Principal): void {
  assertThat(sessionId !== undefined, 'permission_missing', t('server.noApiKeyMayDoThis'))
  assertThat(confirmed, 'confirmation_needed', t('server.sendConfirmation'))
}

interface Asked {
  input: Record<string, unknown>
  /** Where the call changes one row of a resource. */
  conditions: { conditions: RowConditions } | undefined
}

function validate(call: Call, request: FastifyRequest): Asked {
  const input: Record<string, unknown> = {}
  const { body, asRead } = call.changes
    ? separateAsRead(call.changes, request.body ?? {})
    : { body: request.body, asRead: [] }
  const ifMatch = call.ifMatch ? ifMatchOf(request) : undefined
  let count = 0
  const faults = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = call[part] ?? (part === 'query' ? NO_QUERY : undefined)
    if (schema === undefined) return []
    const parsed = schema.safeParse((part === 'body' ? body : request[part]) ?? {})
    input[part] = parsed.data
    if (!parsed.success) {
      count += countFaults(parsed.error)
      return fieldErrors(part, parsed.error, MOST_FAULTS)
    }
    const unstorable = part === 'body' && holdsRows(call) ? unstorableIn(parsed.data) : []
    count += unstorable.length
    return unstorable
  })
  const needsVersion = call.ifMatch && call.body && ifMatch === undefined
  if (needsVersion && (body as { rowVersion?: unknown } | undefined)?.rowVersion === undefined) {
    faults.push({ path: 'body.rowVersion', code: 'invalid_type', message: t('server.mustBeGiven') })
    count += 1
  }
  if (faults.length > 0) {
    const detail = faults.map((fault) => `${fault.path} ${fault.message}`).join('; ')
    throw new ProblemError('invalid_request', detail, faults, {}, count)
  }
  return { input, conditions: call.ifMatch && { conditions: { ifMatch, asRead } } }
}

/** Passwords and tokens may have any characters. A wrong one gets the answer for a wrong password, and no other. */
function holdsRows({ access }: Call): boolean {
  return access !== 'public' && access !== 'signed-in'
}

function ifMatchOf({ headers }: FastifyRequest): NamedTags | undefined {
  const given = headers['if-match']
  if (given === undefined) return undefined
  const named = readTags(given)
  assertThat(named, 'invalid_request', t('server.ifMatchIsNoTag'))
  return named
}

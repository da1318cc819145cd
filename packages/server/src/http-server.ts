import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Call, calls, liveProbe, readyProbe } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Upgrade } from './engine/area.ts'
import { registerErrors, sendProblem } from './engine/errors.ts'
import type { Idempotency } from './engine/idempotency/idempotency.ts'
import type { Cursors } from './engine/paging/cursors.ts'
import { ProblemError } from './engine/problem-error.ts'
import { type AnsweredRequest, toAnswered } from './engine/request-outcome.ts'
import { type AnyHandler, type Authenticate, registerCalls } from './engine/routes.ts'
import { registerCompression } from './http/compression.ts'
import { Connections } from './http/connections.ts'
import { registerDocumentation } from './http/documentation.ts'
import { RequestsUnderWay } from './http/drain.ts'
import { answerUnparsable, createGuardedServer } from './http/guarded-server.ts'
import { registerGuide } from './http/guide/guide-routes.ts'
import { registerCookies } from './http/own-cookies.ts'
import { registerPlainBodies } from './http/plain-bodies.ts'
import { Pressure } from './http/pressure.ts'
import { registerProblemPages } from './http/problem-pages.ts'
import { inContextOf, REQUEST_ID, registerRequestContext } from './http/request-context.ts'
import { RequestLimits } from './http/request-limits.ts'
import { registerRequestLog } from './http/request-log.ts'
import { registerRequestMetrics } from './http/request-metrics.ts'
import { securityHeaders } from './http/security-headers.ts'
import { registerUnclearRequests } from './http/unclear-requests.ts'
import { registerWebFiles, type SendPage } from './http/web-files.ts'
import { clientAddress } from './platform/client-address.ts'
import type { Config } from './platform/config.ts'
import { inAcceptedLanguage, listed } from './platform/language.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Refusals } from './platform/refusals.ts'
import type { InstallationSettings } from './platform/settings/installation-settings.ts'
import type { SharedRates } from './platform/shared-rates.ts'

const BODY_LIMIT = 1024 * 1024
/** They are answered whatever the load, and to everybody. */
const ALWAYS_ANSWERED: readonly (string | undefined)[] = [api.health.path, liveProbe.path, readyProbe.path]
/** Seconds after which a server under pressure may have got over it. */
const PRESSURE_SECONDS = 2

export interface HttpParts {
  config: Config
  settings: InstallationSettings
  log: Log
  refusals: Refusals
  rates: SharedRates
  metrics: Metrics
  /** A handler for every call of the contract, by its name. */
  handlers: Record<string, AnyHandler>
  authenticate: Authenticate
  /** What was answered to requests with a key. */
  idempotency: Idempotency
  cursors: Cursors
  /** Hears of every request when it is answered. */
  answered: (request: AnsweredRequest) => void
  /** Registers addresses that are no calls. */
  routes: (app: FastifyInstance) => Promise<void>
  /** Takes over connections that ask for another protocol, by their path. */
  upgrades: Readonly<Record<string, Upgrade>>
  /** Names of calls that this installation does not have: they are documented, and their paths are unknown. */
  absent: readonly string[]
  /** Folder of the built web; without it only the API is served. */
  webRoot: string
  version: string
  checkAnswers: boolean
}

export interface HttpServer {
  app: FastifyInstance
  /** Takes no new connections and lets requests end, for so long at most. */
  drain: (patienceMs: number) => Promise<void>
}

/** Composes the HTTP side: the calls of the contract, their documentation and the web. */
export async function createHttpServer(parts: HttpParts): Promise<HttpServer> {
  const { config, refusals, settings } = parts
  const log: FastifyBaseLogger = parts.log
  const connections = new Connections(config.http, refusals, config.trustedProxies)
  const limits = new RequestLimits(config.http, refusals, parts.rates)
  const app = fastify({
    serverFactory: (handler) => createGuardedServer(handler, config.http, connections, parts.upgrades),
    clientErrorHandler: answerUnparsable(refusals, parts.log),
    loggerInstance: log,
    // One name over all processes and restarts: it is in the audit.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    // Tokens stand in paths too.
    routerOptions: { maxParamLength: 1_024 },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    // An address that the router cannot read reaches neither hooks nor the error handler.
    frameworkErrors: (error, request, reply) =>
      answerUnreadable(error, request, reply, securityHeaders(config, settings)),
  })
  await registerCookies(app, config.publicUrl)
  registerCompression(app)
  const underWay = new RequestsUnderWay()
  underWay.register(app)
  registerErrors(app)
  registerRequestContext(app)
  registerRequestMetrics(app, parts.metrics)
  registerRequestLog(app, parts.log)
  app.addHook('onRequest', (request, _reply, done) => clientAddress.run(request.ip, done))
  app.addHook('onRequest', ({ headers }, _reply, done) => inAcceptedLanguage(headers['accept-language'], done))
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders(config, settings)))
  registerUnclearRequests(app)
  // The end of an answer comes from the socket, which knows no request.
  app.addHook('onResponse', async (request, reply) => {
    const tell = () => parts.answered(toAnswered(request, reply))
    clientAddress.run(request.ip, () => inContextOf(request, tell))
  })
  registerGuards(app, { config, refusals, connections, limits })
  registerPlainBodies(app)
  const present = Object.fromEntries(Object.entries(calls).filter(([name]) => !parts.absent.includes(name)))
  registerCalls(app, present, parts.handlers, {
    authenticate: parts.authenticate,
    idempotency: parts.idempotency,
    cursors: parts.cursors,
    admit: (call, principal, request, reply) => limits.admitPrincipal(call, principal, request, reply),
    checkAnswers: parts.checkAnswers,
  })
  await app.register(parts.routes)
  registerDocumentation(app, { config, settings, version: parts.version })
  registerGuide(app, { settings, publicUrl: config.publicUrl })
  registerProblemPages(app, settings)
  const hasWeb = existsSync(join(parts.webRoot, 'index.html'))
  const sendPage = hasWeb
    ? await registerWebFiles(app, parts.webRoot, () => settings.read('region.language'))
    : undefined
  const methodsOf = methodsByPath(present)
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, methodsOf, sendPage))
  return { app, drain: (patienceMs) => underWay.drain(app, patienceMs) }
}

interface Guards {
  config: Config
  refusals: Refusals
  connections: Connections
  limits: RequestLimits
}

/** Refuses what is too much before anything of a request is read, from the start of the server to its end. */
function registerGuards(app: FastifyInstance, { config, refusals, connections, limits }: Guards): void {
  const pressure = new Pressure(config.http.pressure)
  app.addHook('onReady', async () => {
    pressure.start()
    connections.start()
  })
  app.addHook('onClose', async () => {
    connections.stop()
    pressure.stop()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (ALWAYS_ANSWERED.includes(request.routeOptions.url)) return
    const { cause } = pressure
    if (cause !== undefined) {
      refusals.count('http', `pressure_${cause}`)
      const words = t('server.overloaded')
      throw new ProblemError('unavailable', words, undefined, { retryAfter: PRESSURE_SECONDS })
    }
    await limits.admitAddress(request, reply)
  })
}

/** Unknown paths of the API are problems; every other address belongs to the web, which shows its own 404. */
function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsOf: (path: string) => string[],
  sendPage: SendPage | undefined,
): FastifyReply | Promise<FastifyReply> {
  const path = request.url.split('?')[0] ?? ''
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  // A slash too many makes no page of an address of the API.
  const isOurs = /^\/(v1|auth\/(saml2|cmms|pkce|callback|token)|api|assets|problems)(\/|$)/.test(
    path.replaceAll(/\/{2,}/g, '/'),
  )
  // The secret of a quote is in the address of its page.
  if (path.startsWith('/quote/')) reply.header('x-robots-tag', 'noindex, nofollow')
  if (sendPage !== undefined && isPage && !isOurs) return sendPage(request, reply)
  const allowed = methodsOf(path)
  // A parameter that is too long leads past the call that there is.
  if (allowed.length === 0 || allowed.includes(request.method))
    return sendProblem(request, reply, new ProblemError('not_found', t('server.noSuchAddress', { path })))
  reply.header('allow', allowed.join(', '))
  return sendProblem(
    request,
    reply,
    new ProblemError('method_not_allowed', t('server.useMethod', { methods: listed(allowed, 'or') })),
  )
}

/** Problems like all others, with the headers that a hook would have set. */
function answerUnreadable(
  error: Error & { code: string },
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
): void {
  reply.headers({ ...headers, [REQUEST_ID]: request.id })
  request.log.debug({ request_id: request.id, code: error.code }, 'The address of a request could not be read')
  const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  inAcceptedLanguage(request.headers['accept-language'], () => {
    const invalid = () => new ProblemError('invalid_request', t('server.addressNotValid'))
    sendProblem(request, reply, tooLong ? new ProblemError('not_found') : invalid())
  })
}

/** @returns the methods of the calls at a path */
function methodsByPath(present: Record<string, Call>): (path: string) => string[] {
  const patterns = Object.values(present).map(({ path, method }) => {
    return { pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), method }
  })
  return (path) => [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

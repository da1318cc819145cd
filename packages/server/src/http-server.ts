import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import { type Call, calls } from '@packhouse/contract'
import scalar from '@scalar/fastify-api-reference'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { registerErrors, sendProblem } from './engine/errors.ts'
import { openApiDocument } from './engine/openapi.ts'
import { ProblemError } from './engine/problem-error.ts'
import { type AnyHandler, type Authenticate, registerCalls } from './engine/routes.ts'
import { clientAddress } from './platform/client-address.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import type { Refusals } from './platform/refusals.ts'

const BODY_LIMIT = 1024 * 1024

export interface HttpParts {
  config: Config
  log: Log
  refusals: Refusals
  /** A handler for every call of the contract, by its name. */
  handlers: Record<string, AnyHandler>
  authenticate: Authenticate
  /** Registers addresses that are no calls. */
  routes: (app: FastifyInstance) => Promise<void>
  /** Names of calls that this installation does not have: they are documented, and their paths are unknown. */
  absent: readonly string[]
  /** Folder of the built web; without it only the API is served. */
  webRoot: string
  version: string
  checkAnswers: boolean
}

/** Composes the HTTP side: the calls of the contract, their documentation and the web. */
export async function createHttpServer(parts: HttpParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    requestTimeout: 60_000,
    // Tokens stand in paths too.
    routerOptions: { maxParamLength: 1_024 },
    trustProxy: parts.config.trustedProxies.length > 0 ? parts.config.trustedProxies : false,
    // An address that the router cannot read reaches neither hooks nor the error handler.
    frameworkErrors: (error, request, reply) => answerUnreadable(error, request, reply, parts.config),
  }) as unknown as FastifyInstance
  // Bodies are JSON and nothing else.
  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  registerErrors(app)
  app.addHook('onRequest', (request, _reply, done) => clientAddress.run(request.ip, done))
  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders(parts.config)))
  const present = Object.fromEntries(Object.entries(calls).filter(([name]) => !parts.absent.includes(name)))
  registerCalls(app, present, parts.handlers, { authenticate: parts.authenticate, checkAnswers: parts.checkAnswers })
  await app.register(parts.routes)
  await registerDocumentation(app, parts)
  const hasWeb = existsSync(join(parts.webRoot, 'index.html'))
  if (hasWeb) await registerWeb(app, parts.webRoot)
  app.setNotFoundHandler((request, reply) => answerUnknown(request, reply, present, hasWeb))
  return app
}

async function registerDocumentation(app: FastifyInstance, { version, config }: HttpParts): Promise<void> {
  let document: ReturnType<typeof openApiDocument> | undefined
  // Most never ask for it, and making it would be a tenth of the start.
  app.get('/v1/openapi.json', () => {
    document ??= openApiDocument(calls, version)
    return document
  })
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload === 'string') reply.header('content-security-policy', documentationPolicy(config, payload))
      return payload
    })
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: { url: '/v1/openapi.json', withDefaultFonts: false, pageTitle: `${config.productTitle} API` },
    })
  })
}

/** Hashed assets may be kept for ever; the page that names them may not. */
async function registerWeb(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => sendPage(reply))
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('cache-control', 'no-cache').sendFile('index.html')
}

/** Unknown paths of the API are problems; every other address belongs to the web, which shows its own 404. */
function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  present: Record<string, Call>,
  hasWeb: boolean,
): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  if (hasWeb && isPage && !/^\/(v1|auth\/(saml2|cmms|pkce|callback|token)|api|assets)(\/|$)/.test(path))
    return sendPage(reply)
  const allowed = methodsOf(present, path)
  if (allowed.length === 0) return sendProblem(request, reply, new ProblemError('not_found', `There is no ${path}.`))
  reply.header('allow', allowed.join(', '))
  return sendProblem(request, reply, new ProblemError('method_not_allowed', `Use ${allowed.join(' or ')}.`))
}

/** Problems like all others, with the headers that a hook would have set. */
function answerUnreadable(
  error: Error & { code: string },
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): void {
  reply.headers(securityHeaders(config))
  const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
  const problem = tooLong
    ? new ProblemError('not_found')
    : new ProblemError('invalid_request', 'The address is not valid: a % must be followed by the code of a character.')
  sendProblem(request, reply, problem)
}

function methodsOf(present: Record<string, Call>, path: string): string[] {
  const methods = Object.values(present)
    .filter((call) => new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .map((call) => call.method)
  return [...new Set(methods)]
}

function securityHeaders(config: Config): Record<string, string> {
  const images = imageOrigins(config)
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data:${images}`,
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(config.publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Only the images that the configuration names may come from elsewhere. */
function imageOrigins({ login }: Config): string {
  const outside = [login.icon, login.backgroundImage].filter((link) => link?.startsWith('http'))
  return [...new Set(outside.map((link) => ` ${new URL(link ?? '').origin}`))].join('')
}

/** The documentation page brings its own styles and one inline script, which is admitted by its hash and nothing else. */
function documentationPolicy(config: Config, page: string): string {
  const inline = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(([, script = '']) => {
    return ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`
  })
  return (securityHeaders(config)['content-security-policy'] ?? '')
    .replace("script-src 'self'", `script-src 'self'${inline.join('')}`)
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("; require-trusted-types-for 'script'", '')
}

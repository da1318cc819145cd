import type { ProblemCode } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentLanguage } from '../platform/language.ts'
import { ObjectStoreError } from '../platform/object-store/object-store.ts'
import { rowTag } from './entity-tags.ts'
import { ProblemError, toProblem } from './problem-error.ts'
import { outcomeOf } from './request-outcome.ts'

/** SQLSTATE numeric_value_out_of_range: each value is within its limits, and what is worked out of them, such as a total, is not. */
const NUMBER_TOO_LARGE = '22003'

/** Every error of every route leaves as problem details; unexpected errors are logged and reveal no internals. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ProblemError, request, reply) => {
    return sendProblem(request, reply, toForeseen(error, request))
  })
}

/** The problem for whatever was thrown; unexpected errors are logged. */
export function toForeseen(error: FastifyError | ProblemError, request: FastifyRequest): ProblemError {
  const problem = error instanceof ProblemError ? error : fromFastify(error, request.routeOptions)
  if (problem.code === 'internal') request.log.error({ err: error }, 'A request failed')
  return problem
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError): FastifyReply {
  const problem = toProblem(error, request.id)
  outcomeOf(request).problem = error.code
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  if (error.code === 'precondition_failed') nameTag(reply, problem.current)
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-language', currentLanguage())
    .header('vary', 'accept-language')
    .send(JSON.stringify(problem))
}

/** Names the state that a row has now, where that is the cause. */
function nameTag(reply: FastifyReply, current: unknown): void {
  if (typeof current !== 'object' || current === null || !('rowVersion' in current)) return
  reply.header('etag', rowTag(Number(current.rowVersion), JSON.stringify(current)))
}

const KIB = 1024
const MIB = KIB * KIB

/** A limit in the largest unit that it is whole in; the same in all languages. */
function sizeOf(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes / KIB} KiB`
}

function fromFastify(error: FastifyError, { config, bodyLimit = 0 }: FastifyRequest['routeOptions']): ProblemError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ProblemError('body_too_large', t('server.bodyTooLarge', { size: sizeOf(bodyLimit) }))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const { accepts = 'application/json' } = config as { accepts?: string }
      return new ProblemError('media_type_unsupported', t('server.sendBodyAs', { accepts }))
    }
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ProblemError('malformed_json', t('server.bodyIsEmpty'))
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new ProblemError('malformed_json', t('server.bodyIsNoJson'))
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ProblemError('invalid_request', t('server.bodyLengthDiffers'))
    case NUMBER_TOO_LARGE:
      return new ProblemError('invalid_request', t('server.sumTooLarge'))
  }
  if (error instanceof ObjectStoreError) return fromFiles(error)
  if (isConnectionError(error)) {
    return new ProblemError('unavailable', t('server.databaseNotReachable'))
  }
  const stored = storageWords(error.code)
  if (stored !== undefined) return new ProblemError('unavailable', stored)
  const ofStatus = byStatus[error.statusCode ?? 500]
  if (ofStatus !== undefined) return new ProblemError(ofStatus)
  if (error.statusCode === 400) return new ProblemError('invalid_request', error.message)
  return new ProblemError('internal', t('server.requestFailed'))
}

/** A content that should be there and is not is a fault of the installation, which is logged. */
function fromFiles({ fault }: ObjectStoreError): ProblemError {
  if (fault === 'missing' || fault === 'damaged') return new ProblemError('internal', t('server.requestFailed'))
  return new ProblemError('unavailable', fault === 'full' ? t('server.diskIsFull') : t('server.filesNotReachable'))
}

/** What is said of files of the web: a path that leads out of their folder, conditions and ranges that do not hold. */
const byStatus: Partial<Record<number, ProblemCode>> = {
  403: 'not_found',
  404: 'not_found',
  412: 'precondition_failed',
  416: 'range_not_satisfiable',
}

/** Errors of a full disk (SQLSTATE 53100, or of the system) and of damaged data, which the health explains to operators. */
function storageWords(code: string | undefined): string | undefined {
  if (/^(53100|ENOSPC|EDQUOT)$/.test(code ?? '')) return t('server.diskIsFull')
  if (/^(XX00[12]|58030)$/.test(code ?? '')) return t('server.dataIsDamaged')
  return undefined
}

/** Errors of a database that is away, going or closed to us: SQLSTATE classes 08, 28 and 57P, and those of the socket. */
function isConnectionError(error: FastifyError): boolean {
  return (
    /^(08...|28...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(error.code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

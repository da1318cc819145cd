import { type Logger, pino } from 'pino'
import { LogOutput } from './logs/log-output.ts'
import { requestContext } from './request-context.ts'

export type Log = Logger

/** Fields of requests that are credentials; `logs/redaction.ts` removes what these do not name. */
const CREDENTIALS = ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie']

/** The lines of a process on standard error. @param level the least that is written there */
export function createLogOutput(level: string): LogOutput {
  const stderr = pino.destination(2)
  return new LogOutput((text) => void stderr.write(text), pino.levels.values[level] ?? Number.POSITIVE_INFINITY)
}

/**
 * The log of the process: one JSON object per line, without credentials. Lines of a request name it.
 * @param level the least that is logged where there is no output that stores lines too
 */
export function createLog(level: string, output?: LogOutput): Log {
  // An output decides by level itself: that of a logger does not change for those that were made from it.
  const least = output === undefined || level === 'trace' ? level : 'debug'
  const options = { level: least, base: null, redact: CREDENTIALS, mixin: fieldsOfRequest }
  return pino(options, output ?? createLogOutput(level))
}

function fieldsOfRequest(): object {
  const request = requestContext.getStore()
  if (request === undefined) return {}
  const { id: request_id, traceId: trace_id, userId: user_id, viewerId: viewer_id } = request
  if (user_id === undefined) return { request_id, trace_id }
  return { request_id, trace_id, user_id, ...(viewer_id !== undefined && { viewer_id }) }
}

import { type Logger, pino } from 'pino'

export type Log = Logger

/** The log of the process: one JSON object per line on standard error, without credentials. */
export function createLog(level: string): Log {
  return pino(
    { level, redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'] },
    pino.destination(2),
  )
}

import type { z } from 'zod'
import { address, wholeNumber } from './environment-fields.ts'

const MEGABYTE = 1024 * 1024

/** The variables that bound the files of the log; `docs/operations.md` explains each. */
export const logFileVariables = {
  LOG_SEGMENT_MB: wholeNumber(1, 1_024, 64),
  LOG_FILES_MB: wholeNumber(2, 1_000_000, 2_048),
  LOG_FILES_DAYS: wholeNumber(1, 3_650, 14),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:']).optional(),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: address(['http:', 'https:']).optional(),
}

export interface LogFileSettings {
  segmentBytes: number
  /** All segments together, on the disk. */
  bytes: number
  days: number
  /** Whether an OpenTelemetry collector is sent the lines too; its library reads the rest of the `OTEL_` variables itself. */
  areExported: boolean
}

export function logFileSettingsOf(env: z.infer<z.ZodObject<typeof logFileVariables>>): LogFileSettings {
  return {
    segmentBytes: env.LOG_SEGMENT_MB * MEGABYTE,
    bytes: env.LOG_FILES_MB * MEGABYTE,
    days: env.LOG_FILES_DAYS,
    areExported: (env.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined,
  }
}

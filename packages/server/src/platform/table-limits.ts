import { wholeNumber } from './environment-fields.ts'

/** What reading and preparing large tables may cost. */
export interface TableLimits {
  /** Bytes that a workbook may unpack to. */
  unpackedBytes: number
  /** Cells of one file. */
  cells: number
  /** Threads that read files of rows. */
  workers: number
  /** Files that may wait for a thread. */
  queue: number
  /** Files of one user that may wait or be read at a time. */
  perUser: number
  /** How long one may be read, and wait, in ms. */
  timeoutMs: number
  /** Heap of each thread, in MiB. */
  memoryMb: number
  /** Whole matrices that are held ready, by revision and material. */
  matrices: number
}

/** The variables of the configuration. */
export const tableVariables = {
  XLSX_MAX_UNPACKED_MB: wholeNumber(1, 1_000, 100),
  TABLE_MAX_CELLS: wholeNumber(10_000, 10_000_000, 2_500_000),
  XLSX_WORKERS: wholeNumber(1, 16, 1),
  XLSX_QUEUE: wholeNumber(1, 1_000, 32),
  XLSX_PER_USER: wholeNumber(1, 100, 8),
  XLSX_TIMEOUT_MS: wholeNumber(100, 300_000, 30_000),
  XLSX_MEMORY_MB: wholeNumber(64, 4_096, 512),
  MATRICES_READY: wholeNumber(1, 100, 4),
}

type Values = { [Name in keyof typeof tableVariables]: number }

export function tableLimitsOf(env: Values): TableLimits {
  return {
    unpackedBytes: env.XLSX_MAX_UNPACKED_MB * 1024 * 1024,
    cells: env.TABLE_MAX_CELLS,
    workers: env.XLSX_WORKERS,
    queue: env.XLSX_QUEUE,
    perUser: env.XLSX_PER_USER,
    timeoutMs: env.XLSX_TIMEOUT_MS,
    memoryMb: env.XLSX_MEMORY_MB,
    matrices: env.MATRICES_READY,
  }
}

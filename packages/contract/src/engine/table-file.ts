import { z } from 'zod'

/** As which files rows leave. */
export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What files of rows may be sent as. */
export const TABLE_TYPES = `text/csv, ${XLSX_TYPE}` as const

/** How the text of a file may be written. */
export const tableEncodings = ['utf-8', 'utf-16', 'windows-1252'] as const
export type TableEncoding = (typeof tableEncodings)[number]

export const tableFormatSchema = z
  .enum(tableFormats, 'must be csv or xlsx')
  .default('csv')
  .describe('As which file: comma-separated values, or a workbook')

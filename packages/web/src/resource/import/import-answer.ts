import type { ImportProgress, ImportReport } from '@packhouse/contract'
import { readProblem } from '../../lib/api-error.ts'
import { readJsonLines } from './json-lines.ts'

/** The answer ended before its last line, so the outcome is unknown. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
}

/**
 * Reads the answer to an import: lines that say how far it is, then the report or the problem.
 * @throws ApiError with the problem, BrokenAnswer where the connection broke before the last line
 */
export async function readImportAnswer(
  chunks: AsyncIterable<Uint8Array>,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  try {
    for await (const value of readJsonLines(chunks)) {
      if (isReport(value)) return value
      if (isProblem(value)) throw await readProblem(Response.json(value, { status: value.status }))
      if (isProgress(value)) onProgress(value)
    }
  } catch (error) {
    // A line that was cut off, or a connection that broke: both are the same to the reader.
    if (error instanceof SyntaxError || error instanceof TypeError) throw new BrokenAnswer()
    throw error
  }
  throw new BrokenAnswer()
}

function isReport(value: unknown): value is ImportReport {
  const { lines, total } = Object(value)
  return Array.isArray(lines) && typeof total === 'number'
}

function isProblem(value: unknown): value is { status: number } {
  const { code, status } = Object(value)
  return typeof code === 'string' && typeof status === 'number'
}

function isProgress(value: unknown): value is ImportProgress {
  const { done, total } = Object(value)
  return typeof done === 'number' && typeof total === 'number'
}

import { readFile } from 'node:fs/promises'
import { serveTasks } from '../worker-tasks.ts'
import { checkContent } from './check-content.ts'
import { type FileFault, FileRefused } from './file-refused.ts'

export interface FileCheckTask {
  /** Where it lies, or its bytes. */
  content: string | Uint8Array
  /** The media types that it may be. */
  expected: readonly string[]
}

export type FileCheckOutcome = { type: string } | { refused: FileFault }

serveTasks<FileCheckTask>(async ({ content, expected }): Promise<FileCheckOutcome> => {
  const bytes = typeof content === 'string' ? await readFile(content) : Buffer.from(content)
  try {
    return { type: await checkContent(bytes, expected) }
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.reason }
    // Numbers in a file that lead behind its end.
    if (error instanceof RangeError) return { refused: { fault: 'damaged' } }
    throw error
  }
})

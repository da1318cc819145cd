import { ApiError } from '../../lib/api-error.ts'
import { BrokenAnswer } from './import-answer.ts'

/** What is done with a file: it is looked at, or its rows are stored. */
export type ImportAct = 'check' | 'store'

/** Why it did not work and what to do, in words. */
export interface ImportFailure {
  title: string
  message: string
}

/** The server takes no more; it says so itself, but only after all of it has been sent. */
export const MOST_MIB = 10

/** The file is not what it was when it was chosen, or the browser may no longer read it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** The words for whatever ended an import. @param hasKey whether rows that were stored are known again without an id */
export function failureOf(error: unknown, act: ImportAct, hasKey: boolean): ImportFailure {
  if (error instanceof UnreadableFile) {
    return {
      title: 'The file cannot be read',
      message: 'It was changed, moved or removed after it was chosen. Choose it again.',
    }
  }
  if (isStop(error)) {
    if (act === 'check') return { title: 'The check was stopped', message: 'Nothing has been stored.' }
    return { title: 'You stopped the import', message: unsure(hasKey) }
  }
  if (error instanceof ApiError) return refused(error, act)
  if (act === 'store') return { title: 'The connection broke', message: unsure(hasKey) }
  const message = 'The file is still chosen and nothing has been stored. Check your connection, then try again.'
  return { title: error instanceof BrokenAnswer ? 'The connection broke' : 'The server could not be reached', message }
}

/** A file the server would refuse for its size alone. */
export function sizeFailure(size: number): ImportFailure | undefined {
  if (size <= MOST_MIB * 1024 * 1024) return undefined
  return {
    title: 'The file is too large',
    message: `It may have ${MOST_MIB} MiB at most. Split it and import the parts.`,
  }
}

function refused(error: ApiError, act: ImportAct): ImportFailure {
  if (error.status === 401) {
    const message = 'The file is still chosen and nothing has been stored. Try again.'
    return { title: `You were signed out before the file was ${act === 'check' ? 'checked' : 'stored'}`, message }
  }
  if (error.status >= 500)
    return { title: 'The server could not do it', message: `${error.message} Nothing has been stored.` }
  if (act === 'store') return { title: 'Nothing was stored', message: error.message }
  return { title: 'The file cannot be imported as it is', message: `${error.message}${separatorHint(error)}` }
}

/** One unknown column in all is a whole line that nothing has taken apart. */
function separatorHint({ errors }: ApiError): string {
  const [first] = errors
  const isAlone = errors.length === 1 && first?.path === 'lines.1.column1' && first.code === 'unknown'
  return isAlone ? ' If this is the whole first line, its columns are not separated by commas, semicolons or tabs.' : ''
}

/** The server may have finished before the answer was lost. */
function unsure(hasKey: boolean): string {
  const start = 'It is not known whether the server had finished.'
  if (hasKey) return `${start} Check the file again: rows that were stored show as “No change” then.`
  return `${start} Look at the list before you try again: rows without an id would be made a second time.`
}

function isStop(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

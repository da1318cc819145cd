import { t } from '@packhouse/messages'
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
      title: t('resource.theFileCannotBeRead'),
      message: t('resource.itWasChangedMovedOrRemoved'),
    }
  }
  if (isStop(error)) {
    if (act === 'check') return { title: t('resource.theCheckWasStopped'), message: t('resource.nothingHasBeenStored') }
    return { title: t('resource.youStoppedTheImport'), message: unsure(hasKey) }
  }
  if (error instanceof ApiError) return refused(error, act)
  if (act === 'store') return { title: t('resource.theConnectionBroke'), message: unsure(hasKey) }
  const message = t('resource.theFileIsStillChosenAnd')
  return {
    title:
      error instanceof BrokenAnswer ? t('resource.theConnectionBroke') : t('resource.theServerCouldNotBeReachedLabel'),
    message,
  }
}

/** A file the server would refuse for its size alone. */
export function sizeFailure(size: number): ImportFailure | undefined {
  if (size <= MOST_MIB * 1024 * 1024) return undefined
  return {
    title: t('resource.theFileIsTooLarge'),
    message: t('resource.itMayHaveMibAtMost', { mib: MOST_MIB }),
  }
}

function refused(error: ApiError, act: ImportAct): ImportFailure {
  if (error.status === 401) {
    const message = t('resource.theFileIsStillChosenAndNothing')
    return {
      title: act === 'check' ? t('resource.signedOutBeforeTheCheck') : t('resource.signedOutBeforeTheImport'),
      message,
    }
  }
  if (error.status >= 500)
    return {
      title: t('resource.theServerCouldNotDoIt'),
      message: t('resource.nothingHasBeenStoredMessage', { message: error.message }),
    }
  if (act === 'store') return { title: t('resource.nothingWasStored'), message: error.message }
  return { title: t('resource.theFileCannotBeImportedAs'), message: error.message }
}

/** The server may have finished before the answer was lost. */
function unsure(hasKey: boolean): string {
  if (hasKey) return t('resource.mayHaveFinishedCheckAgain', { noChange: t('resource.noChange') })
  return t('resource.mayHaveFinishedLookAtTheList')
}

function isStop(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

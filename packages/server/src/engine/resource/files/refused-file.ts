import { fileTypes, type ProblemCode } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FileFault, FileRefused } from '../../../platform/file-check/file-refused.ts'
import { ProblemError } from '../../problem-error.ts'

/** Seconds after which others that are checked, or the virus scanner, may be done. */
const RETRY_AFTER = 5

/** What is no kind that is taken, or no whole one; all else is refused for what is in it. */
const codes: Partial<Record<FileFault['fault'], ProblemCode>> = {
  damaged: 'invalid_request',
  text: 'media_type_unsupported',
}

/**
 * The outcome of a check, with its refusals as problems.
 * @param name of the file, or undefined for a picture that is redrawn
 */
export async function refusedWith<T>(name: string | undefined, check: Promise<T>): Promise<T> {
  return await check.catch((error: unknown) => {
    throw error instanceof FileRefused ? toProblem(error.reason, name) : error
  })
}

function toProblem(reason: FileFault, name: string | undefined): ProblemError {
  if (reason.fault === 'busy' || reason.fault === 'scanner_away') {
    const words = reason.fault === 'busy' ? t('server.filesAreChecked') : t('server.scannerIsAway')
    return new ProblemError('unavailable', words, undefined, { retryAfter: RETRY_AFTER })
  }
  if (reason.fault === 'ending' || reason.fault === 'kind') return ofOtherKind(reason, name)
  return new ProblemError(codes[reason.fault] ?? 'file_refused', wordsFor(reason))
}

function ofOtherKind(reason: Extract<FileFault, { fault: 'ending' | 'kind' }>, name: string | undefined): ProblemError {
  const kind = reason.fault === 'kind' ? reason.found : undefined
  const endings = Object.keys(fileTypes).join(', ')
  if (name === undefined) {
    return new ProblemError('media_type_unsupported', t('server.pictureOfOtherKind', { kind: kind ?? 'none' }))
  }
  const words =
    reason.fault === 'ending'
      ? t('server.fileOfNoKind', { name, endings })
      : t('server.fileIsNotWhatItsNameSays', { name, kind: kind ?? 'unknown', endings })
  return new ProblemError('media_type_unsupported', words)
}

function wordsFor(reason: Exclude<FileFault, { fault: 'ending' | 'kind' | 'busy' | 'scanner_away' }>): string {
  switch (reason.fault) {
    case 'damaged':
      return t('server.fileIsDamaged')
    case 'more_bytes':
      return t('server.fileHasMoreBytes', { bytes: reason.bytes })
    case 'second_kind':
      return t('server.fileIsMore', { second: reason.second })
    case 'active':
      return t('server.fileIsActive', { what: reason.what })
    case 'encrypted':
      return t('server.fileIsEncrypted')
    case 'unknown_packing':
      return t('server.fileIsPackedUnusually')
    case 'unpacks_too_far':
      return t('server.fileUnpacksTooFar')
    case 'entry_name':
      return t('server.fileHasBadNames')
    case 'text':
      return t('server.fileIsNoText')
    case 'test_virus':
      return t('server.fileIsTestVirus')
    case 'virus':
      return t('server.fileHasVirus', { found: reason.name })
    case 'too_complex':
      return t('server.fileIsTooComplex')
  }
}

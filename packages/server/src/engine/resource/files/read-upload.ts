import type { MultipartFile } from '@fastify/multipart'
import { MAX_FILE_BYTES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import type { FileFolder, IncomingFile } from '../../../platform/file-folder.ts'
import { assertThat, ProblemError } from '../../problem-error.ts'
import { contentTypeOf } from './content-type.ts'

/** A file that came in and may be stored. */
export interface Upload extends IncomingFile {
  name: string
  contentType: string
}

/** @throws ProblemError where the request carries no form; found before anything of it is read */
export function assertForm(request: FastifyRequest): void {
  assertThat(request.isMultipart?.(), 'invalid_request', t('server.sendFormWithFile'))
}

/**
 * Reads the one file of a form into the folder.
 * @throws ProblemError if it is missing, too large, or it is not what its name says; then nothing stays
 */
export async function readUpload(request: FastifyRequest, folder: FileFolder): Promise<Upload> {
  const part = await partOf(request)
  const name = nameOf(part)
  const incoming = await folder.receive(part.file)
  try {
    if (part.file.truncated) throw new ProblemError('body_too_large', t('server.fileTooLarge', { limit: limit() }))
    assertThat(incoming.size > 0, 'invalid_request', t('server.fileIsEmpty', { name }))
    return { ...incoming, name, contentType: await contentTypeOf(incoming.path, name) }
  } catch (error) {
    await folder.discard(incoming.path)
    throw error
  }
}

/**
 * The one file of a form, still to be read; one that is larger comes in cut off, and says so.
 * @param fileSize in bytes
 */
export async function partOf(request: FastifyRequest, fileSize = MAX_FILE_BYTES): Promise<MultipartFile> {
  const part = await request.file({ throwFileSizeLimit: false, limits: { fileSize } }).catch((error: Error) => {
    throw new ProblemError('invalid_request', t('server.formCannotBeReadSendFile', { message: error.message }))
  })
  assertThat(part, 'invalid_request', t('server.sendFormWithFile'))
  return part
}

/** The name as it was given, but for the form of its letters. A path is not taken for a name. */
function nameOf({ filename }: MultipartFile): string {
  const name = (filename ?? '').normalize('NFC').trim()
  assertThat(name !== '', 'invalid_request', t('server.theFileHasNoName'))
  // Control signs and those that turn the direction of writing make a name look like another one.
  const misleading = /[\p{Cc}\u202A-\u202E\u2066-\u2069/\\]/u.test(name) || /^\.+$/.test(name)
  assertThat(!misleading, 'invalid_request', t('server.fileNameMisleading'))
  assertThat([...name].length <= 255, 'invalid_request', t('server.fileNameTooLong'))
  return name
}

function limit(): string {
  return `${MAX_FILE_BYTES / 1024 / 1024} MiB`
}

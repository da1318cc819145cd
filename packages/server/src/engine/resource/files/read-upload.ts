import type { MultipartFile } from '@fastify/multipart'
import { MAX_FILE_BYTES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import type { FileCheck } from '../../../platform/file-check/file-check.ts'
import type { FileFolder, IncomingFile } from '../../../platform/file-folder.ts'
import type { Principal } from '../../principal.ts'
import { assertThat, ProblemError } from '../../problem-error.ts'
import { refusedWith } from './refused-file.ts'

/** A file that came in and may be stored. */
export interface Upload extends IncomingFile {
  name: string
  contentType: string
}

/** @throws ProblemError where the request carries no form; found before anything of it is read */
export function assertForm(request: FastifyRequest): void {
  assertThat(request.isMultipart?.(), 'invalid_request', t('server.sendFormWithFile'))
}

/** Where files go, and what checks them. */
export interface Uploading {
  files: FileFolder
  fileCheck: FileCheck
}

/**
 * Reads the one file of a form into the folder.
 * @throws ProblemError if it is missing, too large, or refused by the check of files; then nothing stays
 */
export async function readUpload(request: FastifyRequest, principal: Principal, parts: Uploading): Promise<Upload> {
  const read = (part: MultipartFile) => store(part, principal, parts)
  return await readOnlyFile(request, { fileSize: MAX_FILE_BYTES, read, undo: ({ path }) => parts.files.discard(path) })
}

async function store(
  part: MultipartFile,
  { userId }: Principal,
  { files: folder, fileCheck }: Uploading,
): Promise<Upload> {
  const name = nameOf(part)
  const incoming = await folder.receive(part.file)
  try {
    if (part.file.truncated) throw new ProblemError('body_too_large', t('server.fileTooLarge', { limit: limit() }))
    assertThat(incoming.size > 0, 'invalid_request', t('server.fileIsEmpty', { name }))
    return { ...incoming, name, contentType: await refusedWith(name, fileCheck.file(incoming.path, name, userId)) }
  } catch (error) {
    await folder.discard(incoming.path)
    throw error
  }
}

interface FileReading<Result> {
  /** In bytes; a larger file comes in cut off, and says so. */
  fileSize: number
  /** Reads the file to its end. */
  read: (part: MultipartFile) => Promise<Result>
  /** Takes back what was made of the file where the form turns out to have more than it. */
  undo?: (result: Result) => Promise<void>
}

/**
 * Reads a form that has one file, to its end: a second file would be lost otherwise.
 * @throws ProblemError if there is none or several, or the form is broken off
 */
export async function readOnlyFile<Result>(
  request: FastifyRequest,
  { fileSize, read, undo }: FileReading<Result>,
): Promise<Result> {
  const results: Result[] = []
  try {
    for await (const part of request.files({ throwFileSizeLimit: false, limits: { fileSize } }))
      results.push(await read(part))
  } catch (error) {
    for (const result of results) await undo?.(result)
    throw toFormFault(error as Error & { code?: string })
  }
  const [result] = results
  assertThat(result !== undefined, 'invalid_request', t('server.sendFormWithFile'))
  return result
}

/** Faults of the form as the reader of forms reports them; others stay as they are. */
export function toFormFault(error: Error & { code?: string }): Error {
  if (error.code === 'FST_FILES_LIMIT') return new ProblemError('invalid_request', t('server.sendOneFile'))
  const isOfForm = error.code?.startsWith('FST_') || /multipart|terminated early|boundary|header/i.test(error.message)
  if (error instanceof ProblemError || !isOfForm) return error
  return new ProblemError('invalid_request', t('server.formCannotBeReadSendFile', { message: error.message }))
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

import { z } from 'zod'
import { once } from './lazy.ts'
import { pageQuerySchema } from './list-query.ts'
import { pageOf } from './page.ts'
import type { CallMaker } from './trait-calls.ts'

/** What one attached file may hold at most, in bytes. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024

/** The kinds of files that may be attached: media type by the ending of the name. The whole content decides whether it is one. */
export const fileTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  dwg: 'image/vnd.dwg',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp4: 'video/mp4',
  csv: 'text/csv',
  txt: 'text/plain',
}

/** The media types of attached files. */
export const attachedTypes: readonly string[] = [...new Set(Object.values(fileTypes))].sort()

/** The kinds of files that are redrawn as pictures. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** A file that belongs to a row. */
export const attachedFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  contentType: z.string(),
  size: z.int().describe('In bytes'),
  sha256: z.string().describe('Of the content, in hexadecimal digits'),
  createdAt: z.iso.datetime(),
  createdBy: z.uuid().nullable(),
})

export type AttachedFile = z.infer<typeof attachedFileSchema>

/** Sent again with the same id, a file is attached once: what heard no answer sends it again. */
export const attachQuerySchema = z.strictObject({
  fileId: z.uuid().optional().describe('Made by the client: a file that is sent again with it is not attached twice'),
})

const ATTACH = `A form (\`multipart/form-data\`) with one file of at most 25 MiB. Its content decides what it is and must agree with the
ending of its name: ${Object.keys(fileTypes).join(', ')}. Files that are something else as well, or hold scripts, macros or other files, are refused.`

const DOWNLOAD = `Always as a download, never to be shown in place. \`ETag\` is the SHA-256 of the content; \`Range\` is not supported.`

/** The calls of the files of one row. */
export function fileCalls(one: string, { make, may, params }: CallMaker) {
  const ofFile = once(() => params().extend({ fileId: z.uuid() }))
  return {
    files: make('GET', '/{id}/files', `The files of a ${one}, newest first`, may('read'), {
      params,
      query: () => pageQuerySchema(),
      result: () => pageOf(attachedFileSchema),
    }),
    attachFile: make('POST', '/{id}/files', `Attach a file to a ${one}`, may('update'), {
      params,
      query: () => attachQuerySchema,
      description: ATTACH,
      accepts: 'multipart/form-data',
      result: () => attachedFileSchema,
      status: 201,
      problems: ['invalid_request', 'body_too_large', 'media_type_unsupported', 'file_refused'],
    }),
    getFile: make('GET', '/{id}/files/{fileId}', `Download a file of a ${one}`, may('read'), {
      params: ofFile,
      description: DOWNLOAD,
      answer: 'file',
      types: attachedTypes,
      sends: ['ETag', 'Content-Disposition'],
    }),
    removeFile: make('DELETE', '/{id}/files/{fileId}', `Delete a file of a ${one}`, may('update'), {
      params: ofFile,
      description: 'It can be brought back for 30 days; then its content is removed.',
    }),
    restoreFile: make('POST', '/{id}/files/{fileId}/restore', `Bring a deleted file of a ${one} back`, may('update'), {
      params: ofFile,
      result: () => attachedFileSchema,
    }),
  }
}

import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { attachedFileSchema, attachedTypes } from '../engine/file-calls.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { nextSchema } from '../engine/page.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { documentKinds, documentVisibilities, machineDocuments } from './machine-documents.ts'

/** So many files of a document are listed, the newest. */
export const MAX_DOCUMENT_FILES = 100

export const documentsOfMachineSchema = z.object({
  documents: z.array(
    z.object({
      id: z.uuid(),
      ofModel: z.boolean().describe('Whether it is of the model that the machine was built as'),
      kind: z.enum(documentKinds),
      title: z.string(),
      language: z.string().nullable(),
      revision: z.string(),
      validFrom: z.iso.date().nullable(),
      visibility: z.enum(documentVisibilities).describe('Readers of a customer are sent none that are internal'),
      supersededById: z.uuid().nullable().describe('The newer document that takes its place'),
      files: z
        .array(attachedFileSchema)
        .describe(`The newest first, at most ${MAX_DOCUMENT_FILES}; empty where nobody has attached one yet`),
    }),
  ),
  total: z.int().describe('Documents on all pages'),
  page: z.int(),
  pageSize: z.int(),
  next: nextSchema,
})
export type DocumentsOfMachine = z.infer<typeof documentsOfMachineSchema>

export const documentsOfMachine = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/documents',
  summary: 'The documents of an installed machine and of its model',
  description:
    'Those for customers, by kind and title, the newest revision first. Whoever may read machine documents sees internal ones too. ' +
    'A document without a file is listed with an empty list of files: it exists, and there is nothing to download yet.',
  access: 'customer.access',
  params: z.object({ id: machineIDSchema }),
  query: pageQuerySchema(),
  result: documentsOfMachineSchema,
})

export const downloadDocument = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/ignition/machines/{id}/documents/{documentId}/files/{fileId}',
  summary: 'Download a file of a document of an installed machine',
  access: 'customer.access',
  params: z.object({ id: machineIDSchema, documentId: z.uuid(), fileId: z.uuid() }),
  answer: 'file',
  types: attachedTypes,
  sends: ['ETag', 'Content-Disposition'],
})

export const addDocumentWithFile = defineCall({
  area: 'Library',
  method: 'POST',
  path: '/v1/machine-documents/with-file',
  summary: 'Add a machine document with its file',
  description:
    'A form (`multipart/form-data`) with the file; the document is described by the query. Both are stored, or neither. ' +
    'With `supersedesId` it is a new revision of that document.',
  access: 'machineDocument.create',
  query: machineDocuments.draft,
  accepts: 'multipart/form-data',
  result: machineDocuments.row,
  status: 201,
  problems: ['invalid_request', 'duplicate', 'body_too_large', 'media_type_unsupported', 'file_refused'],
})

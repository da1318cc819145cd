import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { attachedFileSchema } from '../engine/file-calls.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { defineResource } from '../engine/resource.ts'
import { machineIDSchema } from '../monitoring/record.ts'

export const documentKinds = [
  'manual',
  'electrical',
  'pneumatic',
  'spares',
  'ceDeclaration',
  'fat',
  'sat',
  'certificate',
] as const

export const documentVisibilities = ['internal', 'customer'] as const

/** Documents of installed machines and of the models they were built as. Their files are attached to them. */
export const machineDocuments = defineResource({
  name: 'machineDocument',
  table: 'machine_document',
  area: 'Library',
  noun: ['machine document', 'machine documents'],
  fields: {
    machineId: field.reference('machine', { label: 'Installed machine', frozen: true, filter: true }),
    libraryMachineId: field.reference('libraryMachine', {
      label: 'Library machine',
      frozen: true,
      filter: true,
      example: null,
    }),
    kind: field.choice(documentKinds, { label: 'Kind', required: true, filter: true, sort: true }),
    title: field.text({ label: 'Title', required: true, search: true, sort: true }),
    language: field.text({
      label: 'Language',
      help: 'BCP 47, such as nb-NO',
      example: 'nb-NO',
      pattern: [/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en or nb-NO'],
      max: 35,
      filter: true,
    }),
    revision: field.text({ label: 'Revision', example: 'B', required: true, max: 20, search: true, sort: true }),
    validFrom: field.date({ label: 'Valid from', sort: true }),
    visibility: field.choice(documentVisibilities, {
      label: 'Visibility',
      help: 'Customers see those of their own machines that are for customers',
      required: true,
      fallback: 'internal',
      filter: true,
    }),
    supersedesId: field.reference('machineDocument', { label: 'Supersedes', filter: true, example: null }),
    superseded: field.boolean({
      label: 'Superseded',
      help: 'A newer document takes its place',
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
  },
  mounts: [
    { path: '/v1/machine-documents' },
    { path: '/v1/machines/{parentId}/documents', parent: 'machineId' },
    { path: '/v1/machine-library/machines/{parentId}/documents', parent: 'libraryMachineId' },
  ],
  label: 'title',
  sublabel: 'revision',
  defaultSort: 'title,-revision',
  rules: {
    machine_document_of_one_machine: {
      code: 'rule',
      fields: ['machineId', 'libraryMachineId'],
      message: 'one of installed machine and library machine must be given, not both',
    },
    machine_document_supersedes_taken: {
      code: 'duplicate',
      fields: ['supersedesId'],
      message: 'is superseded by another document already',
    },
    machine_document_supersedes_acyclic: {
      code: 'rule',
      fields: ['supersedesId'],
      message: 'must not be the document itself or one that supersedes it',
    },
    machine_document_supersedes_same_machine: {
      code: 'rule',
      fields: ['supersedesId'],
      message: 'must be a document of the same machine',
    },
  },
  traits: { options: true, softDelete: true, files: true },
})

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
      supersededById: z.uuid().nullable().describe('The newer document that takes its place'),
      files: z
        .array(attachedFileSchema)
        .describe(`The newest first, at most ${MAX_DOCUMENT_FILES}; empty where nobody has attached one yet`),
    }),
  ),
  total: z.int().describe('Documents on all pages'),
  page: z.int(),
  pageSize: z.int(),
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
})

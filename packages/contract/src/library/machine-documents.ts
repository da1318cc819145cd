import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

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

/** From the fewest readers to the most. */
export const documentVisibilities = ['internal', 'customer', 'public'] as const

/** What the public page of a machine shows; no other document can be public. */
export const publicDocumentKinds = ['ceDeclaration', 'manual'] as const

/** How long instructions and declaration stay online after a machine was placed on the market: EU 2023/1230, Art. 10(7). */
export const PUBLIC_YEARS = 10

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
    language: field.language({ label: 'Language', filter: true }),
    revision: field.text({ label: 'Revision', example: 'B', required: true, max: 20, search: true, sort: true }),
    validFrom: field.date({ label: 'Valid from', sort: true }),
    visibility: field.choice(documentVisibilities, {
      label: 'Visibility',
      help: 'Customers see those of their own machines that are for customers; public ones open by the QR code of the machine, and stay public',
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
    publicSince: field.time({ label: 'Public since', readOnly: true, sort: true }),
    publicUntil: field.date({
      label: 'Public at least until',
      help: 'Ten years after the newest machine was commissioned; where that is not known, after the document became public',
      readOnly: true,
      derived: true,
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
    machine_document_supersedes_same_kind: {
      code: 'rule',
      fields: ['supersedesId'],
      message: 'must be a document of the same kind and language, since it is public',
    },
    machine_document_supersedes_as_public: {
      code: 'rule',
      fields: ['visibility'],
      message: 'must be public, like the document that it supersedes',
    },
    machine_document_supersedes_other_revision: {
      code: 'rule',
      fields: ['revision'],
      message: 'must differ from the revision that it supersedes',
    },
    machine_document_revision_taken: {
      code: 'duplicate',
      fields: ['revision'],
      key: ['revision', 'title', 'kind', 'language', 'machineId', 'libraryMachineId'],
      message: 'is used by another public document of the same title and language',
    },
    machine_document_public_kind: {
      code: 'rule',
      fields: ['visibility'],
      message: 'can only be public for manuals and EU declarations of conformity',
    },
    machine_document_public_language: {
      code: 'rule',
      fields: ['language'],
      message: 'must be given, since the document is public',
    },
    machine_document_stays_public: {
      code: 'retained',
      fields: [],
      message:
        'A public document stays public for ten years and is not removed. Upload a new revision that supersedes it.',
    },
    machine_document_public_frozen: {
      code: 'retained',
      fields: [],
      message:
        'Kind, language, revision and file of a public document stay as they are. Upload a new revision that supersedes it.',
    },
  },
  traits: { options: true, softDelete: true, files: true },
})

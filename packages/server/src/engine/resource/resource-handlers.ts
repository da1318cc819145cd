import {
  type AlikeQuery,
  type BulkChange,
  type ExportQuery,
  type ImportQuery,
  type ListQuery,
  type Mount,
  type Operation,
  type OptionsQuery,
  operationsOf,
  type PageQuery,
  type ProposalQuery,
  type RelatedIds,
  type RelationVerb,
  type SortOrder,
  type VersionDraft,
} from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../principal.ts'
import { readAlike } from './alike.ts'
import { changeMany } from './change-many.ts'
import { readDropdown, readOptions } from './choices.ts'
import type { TableReaders } from './csv/read-table.ts'
import { sendExport } from './csv/send-export.ts'
import { sendImport } from './csv/send-import.ts'
import { AttachedFiles } from './files/attached-files.ts'
import { fileDownload, fileUpload } from './files/file-handlers.ts'
import type { Uploading } from './files/read-upload.ts'
import { makeTransition } from './lifecycle.ts'
import { proposeCode } from './proposal.ts'
import { changeRelated, listRelated, type RelationChange } from './relations.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent, Values } from './rows.ts'
import { clearPrimary, setPrimary } from './set-primary.ts'
import { updateSortOrder } from './sort-order.ts'
import { VersionStore } from './versions/version-store.ts'

/** What the calls of all verbs declare together; each verb reads what its own call declares. */
interface Input {
  principal: Principal
  params: { id: string; parentId?: string; fileId: string; number: number; a: number; b: number }
  query: ListQuery &
    ExportQuery &
    PageQuery &
    ImportQuery &
    OptionsQuery &
    AlikeQuery &
    ProposalQuery & { parts?: 'keep' | 'delete'; fileId?: string }
  body: Values & SortOrder & RelatedIds & VersionDraft & BulkChange
  request: FastifyRequest
  reply: FastifyReply
}

/** @param name of the relation or the transition, where it is about one */
type Verb = (input: Input, parent: Parent, name: string) => unknown

/** Where uploads go, and what reads those that are tables. */
export type Readers = Uploading & TableReaders

/** A handler for every call of a resource at all its mounts, by the call name. */
export function resourceHandlers(store: ResourceStore, readers: Readers): Record<string, (input: Input) => unknown> {
  const verbs = {
    ...verbsOf(store, readers),
    ...fileVerbsOf(store, readers),
    ...relationVerbsOf(store),
    ...versionVerbsOf(store),
  }
  const handlers = Object.entries(operationsOf(store.resource)).map(([name, operation]) => {
    const { verb, mount, relation, transition } = operation
    const handler = (input: Input) => verbs[verb](input, parentOf(mount, input), relation ?? transition ?? '')
    return [name, handler]
  })
  return Object.fromEntries(handlers)
}

function verbsOf(
  store: ResourceStore,
  readers: Readers,
): Record<Exclude<Operation['verb'], FileVerb | RelationVerb | VersionVerb>, Verb> {
  return {
    list: ({ principal, query }, parent) => store.list(principal, query, parent),
    get: ({ principal, params }, parent) => store.get(principal, params.id, parent),
    create: ({ principal, body }, parent) => store.create(principal, body, parent),
    update: ({ principal, params, body }, parent) => store.update(principal, params.id, body, parent),
    remove: ({ principal, params, query }, parent) =>
      store.remove(principal, params.id, parent, query?.parts === 'delete'),
    references: ({ principal, params }, parent) => store.references(principal, params.id, parent),
    history: ({ principal, params, query }, parent) => store.history(principal, params.id, query, parent),
    restore: ({ principal, params }, parent) => store.restore(principal, params.id, parent),
    force: ({ principal, params }, parent) => store.force(principal, params.id, parent),
    setPrimary: ({ principal, params }, parent) => setPrimary(store, principal, params.id, parent),
    clearPrimary: ({ principal, params }, parent) => clearPrimary(store, principal, params.id, parent),
    export: ({ principal, query, reply }, parent) => sendExport(store, principal, query, parent, reply),
    import: (input, parent) => sendImport(store, readers, { ...input, dryRun: input.query.dryRun, parent }),
    updateSortOrder: ({ principal, body }, parent) => updateSortOrder(store, principal, body.ids, parent),
    dropdown: ({ principal }, parent) => readDropdown(store, principal, parent),
    options: ({ principal, query }, parent) => readOptions(store, principal, query, parent),
    bulk: ({ principal, query, body }, parent) => changeMany(store, principal, { query, change: body, parent }),
    proposal: ({ principal, query }, parent) => proposeCode(store, principal, query, parent),
    alike: ({ principal, query }, parent) => readAlike(store, principal, query, parent),
    transition: ({ principal, params: { id }, body: { rowVersion, reason } }, parent, name) =>
      makeTransition(store, principal, { id, parent, name, rowVersion, reason }),
  }
}

type FileVerb = 'files' | 'attachFile' | 'getFile' | 'removeFile' | 'restoreFile'

function fileVerbsOf(store: ResourceStore, parts: Uploading): Record<FileVerb, Verb> {
  const files = new AttachedFiles(store, parts.files)
  const upload = fileUpload(store, parts)
  const download = fileDownload(store, parts.files)
  const ownerOf = ({ params: { id } }: Input, parent: Parent) => ({ id, parent })
  return {
    files: (input, parent) => files.list(input.principal, ownerOf(input, parent), input.query),
    attachFile: (input, parent) => upload(input, ownerOf(input, parent), input.query?.fileId),
    getFile: (input, parent) => download(input, ownerOf(input, parent), input.params.fileId),
    removeFile: (input, parent) => files.remove(input.principal, ownerOf(input, parent), input.params.fileId),
    restoreFile: (input, parent) => files.restore(input.principal, ownerOf(input, parent), input.params.fileId),
  }
}

type VersionVerb = 'versions' | 'addVersion' | 'getVersion' | 'compareVersions' | 'restoreVersion'

function versionVerbsOf(store: ResourceStore): Record<VersionVerb, Verb> {
  const versions = new VersionStore(store)
  const rootOf = ({ params: { id } }: Input, parent: Parent) => ({ id, parent })
  return {
    versions: (input, parent) => versions.list(input.principal, rootOf(input, parent), input.query),
    addVersion: (input, parent) => versions.add(input.principal, rootOf(input, parent), input.body),
    getVersion: (input, parent) => versions.get(input.principal, rootOf(input, parent), input.params.number),
    compareVersions: (input, parent) =>
      versions.compare(input.principal, rootOf(input, parent), input.params.a, input.params.b),
    restoreVersion: (input, parent) =>
      versions.restore(input.principal, rootOf(input, parent), input.params.number, input.body.rowVersion),
  }
}

function relationVerbsOf(store: ResourceStore): Record<RelationVerb, Verb> {
  const changed =
    (change: RelationChange): Verb =>
    ({ principal, params: { id }, body }, parent, name) =>
      changeRelated(store, principal, { id, parent, name }, change, body.ids)
  return {
    related: ({ principal, params: { id }, query }, parent, name) =>
      listRelated(store, principal, { id, parent, name }, query),
    attach: changed('attach'),
    detach: changed('detach'),
    sync: changed('sync'),
  }
}

function parentOf(mount: Mount, { params }: Input): Parent {
  return mount.parent === undefined || params.parentId === undefined ? {} : { [mount.parent]: params.parentId }
}

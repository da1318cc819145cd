import { z } from 'zod'
import type { BulkChange, bulkReportSchema } from './bulk-calls.ts'
import type { Access, Call } from './call.ts'
import { type ChildLists, type ChildRows, type ChildSaves, shapeOf } from './children.ts'
import type { Choice, OptionsQuery } from './choice-calls.ts'
import type { AlikeQuery, AlikeRow, Proposal, ProposalQuery } from './draft-calls.ts'
import type { AttachedFile, attachQuerySchema } from './file-calls.ts'
import { type HistoryEntry, historyEntrySchema } from './history.ts'
import type { importQuerySchema, importReportSchema } from './import.ts'
import { once, withLazy } from './lazy.ts'
import { type SentTransition, type TransitionBody, transitionCalls } from './lifecycle.ts'
import {
  type ExportQuery,
  type ListQuerySchema,
  listQuerySchema,
  type PageQuery,
  pageQuerySchema,
} from './list-query.ts'
import { type Page, pageOf } from './page.ts'
import { type Reference, referenceSchema } from './problem.ts'
import { type RelatedIds, relationCalls } from './relation-calls.ts'
import type { ChangeOf, Declared, DraftOf, Fields, RowOf, Schemas, SentChange } from './resource.ts'
import { type CallMaker, type sortOrderSchema, traitCalls } from './trait-calls.ts'
import type {
  StoredVersion,
  Version,
  VersionComparison,
  versionDraftSchema,
  versionRestoreSchema,
} from './version-calls.ts'

/** Where a resource is served. */
export interface Mount {
  /** `/v1/contacts`, or below a parent: `/v1/customers/{parentId}/contacts`. */
  path: string
  /** The field that holds the parent's id; absent at the main mount. */
  parent?: string
}

type Params = z.ZodType<{ id: string; parentId?: string }>
type ParentParams = z.ZodType<{ parentId?: string }>
type PageParams = z.ZodType<PageQuery, Record<string, unknown>>
type OfFile = z.ZodType<{ id: string; parentId?: string; fileId: string }>
type Ids = z.ZodType<RelatedIds, RelatedIds>
type OfVersion = z.ZodType<
  { id: string; parentId?: string; number: number },
  { id: string; parentId?: string; number: string }
>
type OfTwo = z.ZodType<
  { id: string; parentId?: string; a: number; b: number },
  { id: string; parentId?: string; a: string; b: string }
>
type Whole<F extends Fields, C extends ChildLists> = z.ZodType<RowOf<F> & ChildRows<C>>
type Body<T> = z.ZodType<T, T>

/** The calls of one relation. */
export interface RelationCalls {
  related: Call<Params, PageParams, z.ZodUndefined, z.ZodType<Page<Choice>>>
  attach: Call<Params, z.ZodUndefined, Ids>
  detach: Call<Params, z.ZodUndefined, Ids>
  sync: Call<Params, z.ZodUndefined, Ids>
}

/** The calls of one mount. Those of traits a resource does not have are absent. */
export interface MountCalls<F extends Fields, C extends ChildLists = ChildLists> {
  list: Call<ParentParams, ListQuerySchema, z.ZodUndefined, z.ZodType<Page<RowOf<F>>>>
  get: Call<Params, z.ZodUndefined, z.ZodUndefined, Whole<F, C>>
  create: Call<ParentParams, z.ZodUndefined, Body<DraftOf<F> & ChildSaves<C>>, Whole<F, C>>
  update: Call<
    Params,
    z.ZodUndefined,
    z.ZodType<SentChange<F> & ChildSaves<C>, ChangeOf<F> & ChildSaves<C>>,
    Whole<F, C>
  >
  remove: Call<Params, z.ZodType<RemoveQuery, Partial<RemoveQuery>>>
  references: Call<Params, z.ZodUndefined, z.ZodUndefined, z.ZodType<Reference[]>>
  history: Call<Params, PageParams, z.ZodUndefined, z.ZodType<Page<HistoryEntry>>>
  restore: Call<Params, z.ZodUndefined, z.ZodUndefined, z.ZodType<RowOf<F>>>
  force: Call<Params>
  setPrimary: Call<Params, z.ZodUndefined, z.ZodUndefined, z.ZodType<RowOf<F>>>
  clearPrimary: Call<Params, z.ZodUndefined, z.ZodUndefined, z.ZodType<RowOf<F>>>
  updateSortOrder: Call<ParentParams, z.ZodUndefined, typeof sortOrderSchema>
  dropdown: Call<ParentParams, z.ZodUndefined, z.ZodUndefined, z.ZodType<Choice[]>>
  options: Call<ParentParams, z.ZodType<OptionsQuery, Record<string, unknown>>, z.ZodUndefined, z.ZodType<Choice[]>>
  proposal: Call<ParentParams, z.ZodType<ProposalQuery, Record<string, unknown>>, z.ZodUndefined, z.ZodType<Proposal>>
  alike: Call<ParentParams, z.ZodType<AlikeQuery, Record<string, unknown>>, z.ZodUndefined, z.ZodType<AlikeRow[]>>
  files: Call<Params, PageParams, z.ZodUndefined, z.ZodType<Page<AttachedFile>>>
  attachFile: Call<Params, typeof attachQuerySchema, z.ZodUndefined, z.ZodType<AttachedFile>>
  getFile: Call<OfFile>
  removeFile: Call<OfFile>
  restoreFile: Call<OfFile, z.ZodUndefined, z.ZodUndefined, z.ZodType<AttachedFile>>
  export: Call<ParentParams, z.ZodType<ExportQuery, Record<string, unknown>>>
  import: Call<ParentParams, typeof importQuerySchema, z.ZodUndefined, typeof importReportSchema>
  versions: Call<Params, PageParams, z.ZodUndefined, z.ZodType<Page<Version>>>
  addVersion: Call<Params, z.ZodUndefined, typeof versionDraftSchema, z.ZodType<StoredVersion>>
  getVersion: Call<OfVersion, z.ZodUndefined, z.ZodUndefined, z.ZodType<StoredVersion>>
  compareVersions: Call<OfTwo, z.ZodUndefined, z.ZodUndefined, z.ZodType<VersionComparison>>
  bulk: Call<ParentParams, ListQuerySchema, Body<BulkChange>, typeof bulkReportSchema>
  restoreVersion: Call<OfVersion, z.ZodUndefined, typeof versionRestoreSchema, Whole<F, C>>
}

/** One transition of a row. */
export type TransitionCall<F extends Fields, C extends ChildLists = ChildLists> = Call<
  Params,
  z.ZodUndefined,
  z.ZodType<SentTransition, TransitionBody>,
  Whole<F, C>
>

/** The calls of the main mount, of every mount by its path, and of relations and transitions by mount and name. */
export interface ResourceCalls<F extends Fields, C extends ChildLists = ChildLists> extends MountCalls<F, C> {
  mounts: Record<string, MountCalls<F, C>>
  transitions: Record<string, Record<string, TransitionCall<F, C>>>
  relations: Record<string, Record<string, RelationCalls>>
}

/** Whether the parts of a row are deleted with it. */
const removeQuerySchema = z.strictObject({ parts: z.enum(['keep', 'delete']).default('keep') })

type RemoveQuery = z.output<typeof removeQuerySchema>

const PARTS = `With \`parts=delete\` the rows go along that are parts of it, \`deleted\` among its references, as far as you may delete them. \`restore\` brings them
back together with it. Without it, parts are in the way as everything else that refers to it.`

const AS_READ = `The fields to change, or the whole row as it was read: what nobody may set, such as \`createdAt\`, is accepted with the value
it has and refused with another. Fields that are worked out whenever a row is read are passed over. What changes nothing leaves the row
as it is, with its version and its history.`

/** Makes the calls of a resource: one REST shape for all of them. */
export function resourceCalls<F extends Fields, C extends ChildLists>(
  resource: Declared,
  schemas: Schemas<F, C>,
): ResourceCalls<F, C> {
  const mounts = Object.fromEntries(resource.mounts.map((mount) => [mount.path, callsOf(resource, schemas, mount)]))
  const atEachMount = (callsAt: (of: Declared, maker: CallMaker) => object) =>
    Object.fromEntries(
      resource.mounts.map((mount) => [mount.path, callsAt(resource, makerOf(resource, schemas, mount))]),
    )
  const relations = atEachMount(relationCalls) as ResourceCalls<F, C>['relations']
  const transitions = atEachMount(transitionCalls) as ResourceCalls<F, C>['transitions']
  const main = mounts[resource.mounts[0].path] as MountCalls<F, C>
  return { ...main, mounts, relations, transitions }
}

function callsOf<F extends Fields, C extends ChildLists>(
  resource: Declared,
  schemas: Schemas<F, C>,
  mount: Mount,
): MountCalls<F, C> {
  const { noun, traits } = resource
  const [one, many] = noun
  const maker = makerOf(resource, schemas, mount)
  const { make, may, parentParams, params, row, whole } = maker
  const of = mount.parent === undefined ? '' : ' of the parent'
  const { parent } = mount
  const draft = () => (parent === undefined ? schemas.draft : withoutField(schemas.draft, parent))
  return {
    list: make('GET', '', `The ${many}${of}`, may('read'), {
      ...parentParams,
      query: () => listQuerySchema(resource),
      result: () => pageOf(row()),
    }),
    get: make('GET', '/{id}', `One ${one}${of}`, may('read'), { params, result: whole, tagged: true }),
    create: make('POST', '', `Create a ${one}${of}`, may('create'), {
      ...parentParams,
      body: draft,
      result: whole,
      status: 201,
      tagged: true,
      problems: ['duplicate'],
      ...maker.confirmed('create'),
    }),
    ...(traits.immutable
      ? {}
      : {
          update: make('PUT', '/{id}', `Change a ${one}${of}`, may('update'), {
            params,
            description: AS_READ,
            body: () => schemas.change,
            result: whole,
            tagged: true,
            ifMatch: true,
            changes: resource,
            problems: ['stale', 'duplicate'],
            ...maker.confirmed('update'),
          }),
        }),
    remove: make('DELETE', '/{id}', `Delete a ${one}${of}`, may('delete'), {
      params,
      ...(traits.parts ? { query: () => removeQuerySchema, description: PARTS } : {}),
      ifMatch: true,
      problems: ['referenced'],
      ...maker.confirmed('remove'),
    }),
    references: make(
      'GET',
      '/{id}/references',
      `What refers to a ${one}${of}, and what becomes of it when that is deleted`,
      may('read'),
      {
        params,
        result: () => z.array(referenceSchema),
      },
    ),
    history: make('GET', '/{id}/history', `Who changed a ${one}${of}, newest first`, may('read'), {
      params,
      query: () => pageQuerySchema(),
      result: () => pageOf(historyEntrySchema),
    }),
    ...traitCalls(resource, maker),
  } as MountCalls<F, C>
}

function makerOf(
  { area, name, traits }: Declared,
  schemas: Schemas<Fields, ChildLists>,
  { path, parent }: Mount,
): CallMaker {
  const parentParams = () => (parent === undefined ? z.object({}) : z.object({ parentId: z.uuid() }))
  return {
    make: (method, tail, summary, access, { params, query, body, result, ...rest }) =>
      withLazy(
        { area, method, path: `${path}${tail}`, summary, access, ...rest },
        { params, query, body, result },
      ) as Call,
    confirmed: (name) => (traits.stepUp?.includes(name) ? { stepUp: true } : {}),
    may: (verb) => `${name}.${verb}` as Access,
    parentParams: parent === undefined ? {} : { params: parentParams },
    params: once(() => parentParams().extend({ id: z.uuid() })),
    row: () => schemas.row,
    change: () => schemas.change,
    whole: () => schemas.whole,
  }
}

/** Below a parent the path says whose it is. */
function withoutField(draft: z.ZodType, name: string): z.ZodType {
  return shapeOf(draft).omit({ [name]: true })
}

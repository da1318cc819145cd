import { z } from 'zod'
import { bulkCalls } from './bulk-calls.ts'
import type { Access, Call } from './call.ts'
import { dropdownCalls, optionsCalls } from './choice-calls.ts'
import { alikeCalls, proposalCalls } from './draft-calls.ts'
import { fileCalls } from './file-calls.ts'
import { IMPORT_TYPES, importQuerySchema, importReportSchema } from './import.ts'
import { exportQuerySchema } from './list-query.ts'
import type { Declared } from './resource.ts'
import { versionCalls } from './version-calls.ts'

type SchemaName = 'params' | 'query' | 'body' | 'result'

/** What a call is made of beside its path; its schemas are made when they are first read. */
export type CallParts = Partial<Omit<Call, SchemaName> & Record<SchemaName, () => z.ZodType>>

/** What the calls of one mount are made with. */
export interface CallMaker {
  make: (method: Call['method'], tail: string, summary: string, access: Access, rest: CallParts) => Call
  /** The permission `<resource>.<verb>`. */
  may: (verb: string) => Access
  /** `stepUp` for a verb or a relation that the resource declares as dangerous. */
  confirmed: (name: string) => Pick<Call, 'stepUp'>
  /** `params` with the parent's id, at a mount that has one. */
  parentParams: CallParts
  /** Those of one row. */
  params: () => z.ZodObject
  row: () => z.ZodType
  /** What is sent to change a row. */
  change: () => z.ZodType
  /** The row with its lists of children. */
  whole: () => z.ZodType
}

export const sortOrderSchema = z.strictObject({
  ids: z.array(z.uuid().toLowerCase()).min(1).max(10_000).describe('In the wanted order'),
})

export type SortOrder = z.infer<typeof sortOrderSchema>

/** The calls that the traits of a resource add, by verb. */
export function traitCalls(resource: Declared, maker: CallMaker): Record<string, Call> {
  const { noun, traits } = resource
  return {
    ...(traits.softDelete ? softDeleteCalls(noun[0], maker) : {}),
    ...(traits.held ? heldCalls(noun[0], maker) : {}),
    ...(traits.setPrimary ? setPrimaryCalls(noun[0], maker) : {}),
    ...(traits.setPrimary?.clearable ? clearPrimaryCalls(noun[0], maker) : {}),
    ...(traits.sortOrder ? sortOrderCalls(noun[1], maker, traits.editLock !== undefined) : {}),
    ...(traits.dropdown ? dropdownCalls(noun[1], maker) : {}),
    ...(traits.options ? optionsCalls(noun[1], maker) : {}),
    ...(traits.proposes ? proposalCalls(noun, maker) : {}),
    ...(traits.alike ? alikeCalls(noun, maker) : {}),
    ...(traits.files ? fileCalls(noun[0], maker) : {}),
    ...(traits.csv ? csvCalls(resource, maker) : {}),
    ...(traits.versions ? versionCalls(resource, maker) : {}),
    ...(traits.bulk ? bulkCalls(resource, traits.bulk, maker) : {}),
  }
}

function softDeleteCalls(one: string, { make, may, confirmed, params, row }: CallMaker) {
  return {
    restore: make('POST', '/{id}/restore', `Bring a deleted ${one} back`, may('delete'), {
      params,
      result: row,
      tagged: true,
      ifMatch: true,
      ...confirmed('restore'),
      problems: ['duplicate'],
    }),
    force: make('DELETE', '/{id}/force', `Remove a ${one} for good`, may('delete'), {
      params,
      ifMatch: true,
      ...confirmed('force'),
      problems: ['referenced'],
    }),
  }
}

function heldCalls(one: string, { make, may, confirmed, params }: CallMaker) {
  return {
    force: make('DELETE', '/{id}/force', `Delete a ${one} that others have, and take it from them`, may('delete'), {
      params,
      ifMatch: true,
      ...confirmed('force'),
      problems: ['referenced'],
    }),
  }
}

function setPrimaryCalls(one: string, { make, may, params, row }: CallMaker) {
  return {
    setPrimary: make('POST', '/{id}/set-primary', `Make this the primary ${one}`, may('update'), {
      params,
      result: row,
      tagged: true,
      ifMatch: true,
    }),
  }
}

function clearPrimaryCalls(one: string, { make, may, params, row }: CallMaker) {
  return {
    clearPrimary: make('POST', '/{id}/clear-primary', `Make this no longer the primary ${one}`, may('update'), {
      description: 'No other one becomes it.',
      params,
      result: row,
      tagged: true,
      ifMatch: true,
    }),
  }
}

/** @param isWhole whether all rows of the list are named: one person edits it, so that another set is of an older list */
function sortOrderCalls(many: string, { make, may, parentParams }: CallMaker, isWhole: boolean) {
  return {
    updateSortOrder: make('PUT', '/update-sort-order', `Put the ${many} in an order`, may('update'), {
      ...parentParams,
      description: isWhole
        ? 'All of the list are named, each once; another set is `stale`.'
        : 'Those that are not named follow in the order they had.',
      body: () => sortOrderSchema,
      ...(isWhole && { problems: ['stale'] }),
    }),
  }
}

const EXPORT = `One column for each field, under its name; the first is \`id\`. References are written as the code of what they
refer to, where it has one. Text that a spreadsheet would take for a formula starts with an apostrophe.`

const IMPORT = `A file as \`export\` writes it: a workbook, whose first sheet counts, or CSV in UTF-8
with commas, semicolons or tabs, of at most 10 MiB. A column is the field whose name or label it has, in English or in the
language of the request, whatever the case and punctuation; references, codes and choices are found by code or name in the same way. A form
(\`multipart/form-data\`) has the file as \`file\` and may have \`adjustments\`, JSON that says which column is which field and replaces
cells. A line whose \`id\`, or
else whose code, is known changes that row, for which the permission to update is needed too; any other makes a new one.
Columns that are left out stay as they are; those the server sets are ignored. Either every line is stored or none. With
\`Accept: application/x-ndjson\` the answer is a line of JSON \`{ done, total }\` now and then, and in the last line the
result, or the problem.`

function csvCalls(resource: Declared, { make, may, parentParams }: CallMaker) {
  const [, many] = resource.noun
  return {
    export: make('GET', '/export', `The ${many} as a CSV or XLSX file`, may('read'), {
      ...parentParams,
      description: EXPORT,
      query: () => exportQuerySchema(resource),
      answer: 'csv',
      sends: ['Content-Disposition'],
      problems: ['unavailable'],
    }),
    import: make('POST', '/import', `Create and change ${many} from a CSV or XLSX file`, may('create'), {
      ...parentParams,
      description: IMPORT,
      query: () => importQuerySchema,
      accepts: IMPORT_TYPES,
      result: () => importReportSchema,
      problems: ['duplicate', 'body_too_large', 'media_type_unsupported', 'file_refused'],
    }),
  }
}

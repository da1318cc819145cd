import { z } from 'zod'
import { fieldChangeSchema } from './history.ts'
import { once } from './lazy.ts'
import { pageQuerySchema } from './list-query.ts'
import { pageOf } from './page.ts'
import type { Declared } from './resource.ts'
import type { CallMaker } from './trait-calls.ts'

/** Which lists of children are part of every version. */
export interface Versions {
  of: readonly string[]
  /** Rises when what is stored means something else than before; it is stored with each version. */
  schema?: number
}

/** A version as it is listed. Numbers rise from 1 for each row, without gaps. */
export const versionSchema = z.object({
  number: z.int(),
  note: z.string().nullable(),
  reason: z.string().describe('Why it was made: `byHand`, `restore`, or the transition that made it'),
  facts: z.record(z.string(), z.unknown()).describe('What its area notes of it, such as totals'),
  createdAt: z.iso.datetime(),
  createdBy: z.uuid().describe('Who made it; the account may be gone'),
  createdByName: z.string().nullable().describe('Null where the account is gone or not seen'),
})

/** A version with what it holds: the row as it was, with its lists. Secrets are left out. */
export const storedVersionSchema = versionSchema.extend({
  schema: z.int(),
  snapshot: z.record(z.string(), z.unknown()),
})

export const versionDraftSchema = z.strictObject({
  rowVersion: z.int().min(1).describe('The rowVersion of the row that was read'),
  note: z.string().trim().max(2_000).nullable().default(null),
})

export const versionRestoreSchema = versionDraftSchema.pick({ rowVersion: true })

const childChangesSchema = z.object({
  added: z.array(z.record(z.string(), z.unknown())),
  removed: z.array(z.record(z.string(), z.unknown())),
  changed: z.array(z.object({ id: z.uuid(), label: z.string(), changes: z.array(fieldChangeSchema) })),
})

/** What is other in version `b` than in `a`; children are matched by their ids. */
export const versionComparisonSchema = z.object({
  a: z.int(),
  b: z.int(),
  fields: z.array(fieldChangeSchema),
  children: z.record(z.string(), childChangesSchema),
})

export type Version = z.infer<typeof versionSchema>
export type StoredVersion = z.infer<typeof storedVersionSchema>
export type VersionDraft = z.infer<typeof versionDraftSchema>
export type VersionComparison = z.infer<typeof versionComparisonSchema>
export type ChildChanges = z.infer<typeof childChangesSchema>

const versionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be the number of a version')
  .transform(Number)

/** The calls of the versions of a row, by verb. */
export function versionCalls({ noun: [one] }: Declared, { make, may, confirmed, params, whole }: CallMaker) {
  const numbered = once(() => params().extend({ number: versionNumber }))
  return {
    versions: make('GET', '/{id}/versions', `The versions of a ${one}, newest first`, may('read'), {
      params,
      query: () => pageQuerySchema(),
      result: () => pageOf(versionSchema),
    }),
    addVersion: make('POST', '/{id}/versions', `Store a ${one} as it is as a new version`, may('update'), {
      params,
      body: () => versionDraftSchema,
      result: () => storedVersionSchema,
      status: 201,
      problems: ['stale'],
    }),
    getVersion: make('GET', '/{id}/versions/{number}', `One version of a ${one}`, may('read'), {
      params: numbered,
      result: () => storedVersionSchema,
    }),
    compareVersions: make(
      'GET',
      '/{id}/versions/compare/{a}/{b}',
      `What differs between two versions of a ${one}`,
      may('read'),
      {
        params: () => params().extend({ a: versionNumber, b: versionNumber }),
        result: () => versionComparisonSchema,
      },
    ),
    restoreVersion: make(
      'POST',
      '/{id}/versions/{number}/restore',
      `Make a ${one} as a version has it`,
      may('update'),
      {
        params: numbered,
        ...confirmed('restoreVersion'),
        description: 'A change like any other: the versions stay, and so does the state.',
        body: () => versionRestoreSchema,
        result: whole,
        problems: ['stale', 'duplicate', 'referenced', 'state_frozen'],
      },
    ),
  }
}

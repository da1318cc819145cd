import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

const area = 'Backups'
const PATH = '/v1/backups'

export const backupRunKinds = ['backup', 'drill'] as const
export const backupRunStates = ['waiting', 'running', 'done', 'failed'] as const
export const backupSteps = ['reading', 'files', 'checking', 'preparing', 'loading', 'indexing', 'comparing'] as const

const runSchema = z.object({
  id: z.uuid(),
  kind: z
    .enum(backupRunKinds)
    .describe('`drill`: the newest backup is restored into a database of its own and compared'),
  state: z.enum(backupRunStates),
  backup: z.string().nullable().describe('The name of the backup that was made or restored'),
  askedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  step: z.enum(backupSteps).nullable(),
  share: z.number().describe('How much of it is done, from 0 to 1'),
  reason: z.string().nullable().describe('Why it has failed'),
})
export type BackupRun = z.infer<typeof runSchema>

const backupSchema = z.object({
  name: z.string(),
  at: z.iso.datetime().describe('The moment that it shows'),
  storedBytes: z.int().describe('Without files that other backups have too'),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
  missingFiles: z.int().describe('Files that the database named and that were not there'),
  hasHistory: z.boolean(),
  hasSecrets: z.boolean(),
  testedAt: z.iso.datetime().nullable().describe('When a drill last restored it'),
})
export type StoredBackup = z.infer<typeof backupSchema>

const copySchema = z.object({
  backup: z.string(),
  backupAt: z.iso.datetime().describe('The moment that the backup shows'),
  restoredAt: z.iso.datetime(),
  waiting: z.int().describe('Mails, webhooks and notifications that wait for the release'),
})

export const listBackups = defineCall({
  area,
  method: 'GET',
  path: PATH,
  summary: 'Backups, the newest first, with what is made at the moment and what is missing',
  access: 'backup.read',
  result: z.object({
    items: z.array(backupSchema).describe('The newest 100'),
    total: z.int(),
    place: z.string(),
    isBesideData: z.boolean().describe('They lie in the data folder, so a lost disk takes both'),
    placeIssue: z.string().nullable().describe('Why backups cannot be listed'),
    hasPassphrase: z.boolean().describe('Without one the secrets are left out'),
    schedule: z.enum(['off', 'daily', 'weekly']),
    nextAt: z.iso.datetime().nullable().describe('Nothing is due while the copy is paused'),
    open: z.array(runSchema).describe('What waits or runs'),
    lastBackup: runSchema.nullable().describe('The last that has ended'),
    lastDrill: runSchema.nullable(),
    copy: copySchema.nullable().describe('The restored copy, while it is paused'),
  }),
})
export type BackupOverview = z.infer<(typeof listBackups)['result'] & z.ZodType>

export const createBackup = defineCall({
  area,
  method: 'POST',
  path: PATH,
  summary: 'Make a backup now',
  access: 'backup.create',
  result: runSchema,
  status: 201,
  problems: ['stale'],
})

export const drillBackup = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/drill`,
  summary: 'Restore the newest backup into a database of its own and compare it',
  access: 'backup.create',
  result: runSchema,
  status: 201,
  problems: ['stale'],
})

export const releaseCopy = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/release`,
  summary: 'Let a restored copy send mails, webhooks and notifications, and connect to brokers and machines',
  description: 'Until then it sends nothing, since the original may still run. What waits is sent, or discarded.',
  access: 'backup.release',
  body: z.strictObject({ discard: z.boolean().describe('Whether what waits is discarded') }),
  problems: ['stale'],
})

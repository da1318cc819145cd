import type { Fields } from '../../engine/resource.ts'
import { projectCommissioning } from '../projects/project-commissioning.ts'
import { projectDeliveries } from '../projects/project-deliveries.ts'
import { projectItems } from '../projects/project-items.ts'
import { projectMedia } from '../projects/project-media.ts'
import { projectOptionalExtras } from '../projects/project-optional-extras.ts'
import { projects } from '../projects/projects.ts'

/** What of a project is no part of what is offered. A field that is added to a declaration is part of it until it is named here. */
const INTERNAL: ReadonlySet<string> = new Set([
  'number',
  'revision',
  'revisionOfId',
  'status',
  'ownerId',
  'winProbability',
  'notes',
  'projectId',
  'sort',
  'targetMargin',
  'rates',
  'configuratorQuery',
])

/** Lists that earlier versions do not have: an empty one is left out, so that approvals of what was submitted before stay valid. */
const ADDED: ReadonlySet<string> = new Set(['criteria'])

const lists: Record<string, Fields> = {
  items: projectItems.fields,
  extras: projectOptionalExtras.fields,
  deliveries: projectDeliveries.fields,
  commissioning: projectCommissioning.fields,
  media: projectMedia.fields,
}

type Values = Readonly<Record<string, unknown>>

/**
 * What a project offers, as one text that is the same whenever the offer is: with the hashes of its files, without ids, stamps, sums, notes and the order of rows. Its hash is
 * that of a version. With costs it is what an approval is for; that text and its hash are answered to nobody, since a guess of a cost could be tried with it.
 * @param snapshot a project with its lists, as a version holds it
 */
export function commercialContent(snapshot: Values, costs: 'withCosts' | 'withoutCosts'): string {
  const rows = Object.keys(lists).flatMap((name) => rowsOf(snapshot, name))
  const lineIds = new Map(rows.map((row) => [row.id, row.lineId]))
  const content = (fields: Fields, row: Values) => {
    const names = Object.keys(fields).filter((name) => isOffered(fields, name, costs) && !isLeftOut(name, row))
    const values = names.sort().map((name) => [name, canonical(fields, name, row[name], lineIds)])
    return [...values, ...fileHashes(row)]
  }
  const parts = Object.entries(lists).map(([name, fields]) => {
    const offered = rowsOf(snapshot, name).filter((row) => row.inQuote !== false)
    return [name, offered.map((row) => JSON.stringify(content(fields, row))).sort()]
  })
  return JSON.stringify([content(projects.fields, snapshot), parts])
}

function isOffered(fields: Fields, name: string, costs: 'withCosts' | 'withoutCosts'): boolean {
  const entry = fields[name]
  if (entry === undefined || entry.derived || INTERNAL.has(name)) return false
  return !entry.confidential || costs === 'withCosts'
}

function isLeftOut(name: string, row: Values): boolean {
  const value = row[name] ?? []
  return ADDED.has(name) && Array.isArray(value) && value.length === 0
}

/** Of what is attached to a row, whatever it is called and in whatever order. */
function fileHashes({ files }: Values): [name: string, hashes: string[]][] {
  if (!Array.isArray(files) || files.length === 0) return []
  return [['files', files.map(({ sha256 }: { sha256: string }) => sha256).sort()]]
}

/** Decimals without zeros at their end, other rows by what they are in all revisions. */
function canonical(fields: Fields, name: string, value: unknown, lineIds: ReadonlyMap<unknown, unknown>): unknown {
  if (fields[name]?.kind === 'decimal' && typeof value === 'string') return trimmed(value)
  return lineIds.get(value) ?? value ?? null
}

function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

function rowsOf(snapshot: Values, name: string): Values[] {
  const rows = snapshot[name]
  return Array.isArray(rows) ? rows : []
}

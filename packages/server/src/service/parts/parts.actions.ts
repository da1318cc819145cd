import {
  MOST_OPEN_REQUESTS,
  machineDocuments,
  machineParts,
  PARTS_SHOWN,
  requestedParts,
  type SpareParts,
  serviceRequests,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf, type Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { findKnownMachine, scopeOf, type Telemetry } from '../../monitoring/area.ts'
import type { Database } from '../../platform/database.ts'
import { countOpenRequests, findMachineId, readRequests } from '../requests/request.queries.ts'
import { copyPartsOfModel } from './copy-model-parts.ts'
import { matchParts } from './match-parts.ts'
import { type NamedItem, namedItems } from './named-items.ts'
import { assertItem, readPartPlaces } from './part-places.ts'
import {
  countModelParts,
  insertLines,
  insertPartsRequest,
  type PartRow,
  type PlanRow,
  readMachineParts,
  readMarks,
  readOrderable,
  readPlanParts,
} from './parts.queries.ts'
import { partsByPlan } from './plan-parts.ts'

export interface PartsOf {
  database: Database
  telemetry: Telemetry
  machineParts: ResourceStore
}

/** Parts that the subject of a request names. */
const NAMED_IN_SUBJECT = 3

/** The spare parts of machines, and requests for them. */
export function partsHandlers(
  parts: PartsOf,
): HandlersOf<'spareParts' | 'partsDrawing' | 'askForParts' | 'copyModelParts' | 'machinesOfPart'> {
  const { database, telemetry } = parts
  return {
    async spareParts({ principal, params, query }) {
      const { entry } = findKnownMachine(telemetry, principal, params.id)
      const copies = principal.customerId === null && principal.permissions.has(`${machineParts.name}.create`)
      const found = await database.inScope(scopeOf(principal), async (db) => {
        const machineId = await findMachineId(db, entry.key)
        return {
          machineId,
          rows: await readMachineParts(db, machineId, seesInternal(principal)),
          plans: await readPlanParts(db, machineId),
          model: copies ? await countModelParts(db, entry.key) : 0,
        }
      })
      const ids = [...found.rows, ...found.plans].map(({ itemId }) => itemId)
      const items = await namedItems(database, ids)
      const matched = matchParts(withReplacements(found.rows, items), query.search ?? '')
      return {
        machineID: entry.machineID,
        machineId: found.machineId,
        parts: matched.slice(0, PARTS_SHOWN),
        found: matched.length,
        total: found.rows.length,
        model: found.model,
        plans: plansOf(found.plans, items),
      }
    },

    async partsDrawing({ principal, params: { id, documentId } }) {
      const { entry } = findKnownMachine(telemetry, principal, id)
      const found = await database.inScope(scopeOf(principal), async (db) => {
        const rows = await readMachineParts(db, await findMachineId(db, entry.key), seesInternal(principal))
        const isShown = rows.some(({ drawing }) => drawing?.documentId === documentId)
        assertThat(isShown, 'not_found', t('service.noSuchDrawing'))
        return { rows, marks: await readMarks(db, documentId) }
      })
      const items = await namedItems(
        database,
        found.rows.map(({ itemId }) => itemId),
      )
      const parts = withReplacements(found.rows, items).filter(({ drawing }) => drawing?.documentId === documentId)
      return { documentId, marks: found.marks, parts }
    },

    async askForParts({ principal, params, body }) {
      const machine = findKnownMachine(telemetry, principal, params.id)
      const scope = scopeOf(principal)
      const { parts: lines, ...asked } = body
      const itemIds = lines.map(({ itemId }) => itemId)
      const items = await namedItems(database, itemIds)
      await database.inScope(
        scope,
        async (db) => {
          const machineId = await findMachineId(db, machine.entry.key)
          const open = await countOpenRequests(db, machineId)
          assertThat(open < MOST_OPEN_REQUESTS, 'not_usable', t('service.tooManyOpenRequests', { count: open }))
          const orderable = await readOrderable(db, machineId, itemIds)
          const isMeant = (id: string) => orderable.has(id) && items.get(id)?.isActive === true
          assertThat(itemIds.every(isMeant), 'not_usable', t('service.notPartsOfMachine', { machine: params.id }))
          const request = { ...asked, machineId, subject: subjectOf(itemIds.map((id) => items.get(id)?.number ?? '')) }
          const id = await insertPartsRequest(db, principal.userId, request)
          const { note: details, ...fields } = request
          const after = { ...fields, details, id, kind: 'parts', rowVersion: 1, status: 'open' }
          await writeAudit(db, principal, serviceRequests, 'create', [{ before: undefined, after }])
          const made = await insertLines(db, principal.userId, id, lines)
          const rows = made.map((line) => ({ ...line, requestId: id, rowVersion: 1 }))
          const changes = rows.map((row) => ({ before: undefined, after: row }))
          await writeAudit(db, principal, requestedParts, 'create', changes)
        },
        actorOf(principal),
      )
      return await readRequests(database, scope, machine)
    },

    machinesOfPart: ({ principal, params, query }) =>
      database.inScope(scopeOf(principal), async (db) => {
        await assertItem(db, params.id)
        return await readPartPlaces(db, params.id, query.search ?? '')
      }),

    copyModelParts: ({ principal, params }) => copyPartsOfModel(parts.machineParts, principal, params.id),
  }
}

/** Whether somebody is shown documents that are not for customers. */
function seesInternal({ customerId, permissions }: Principal): boolean {
  return customerId === null && permissions.has(`${machineDocuments.name}.read`)
}

function subjectOf(numbers: readonly string[]): string {
  const named = numbers.slice(0, NAMED_IN_SUBJECT).join(', ')
  return numbers.length > NAMED_IN_SUBJECT ? `${named} …` : named
}

/** A part that is in the machine no more is followed by what is at its position today. */
function withReplacements(rows: readonly PartRow[], items: ReadonlyMap<string, NamedItem>): SpareParts['parts'] {
  const fitted = new Map(rows.filter(({ isFitted }) => isFitted).map((row) => [row.position, row]))
  return rows.map((row) => {
    const item = items.get(row.itemId)
    const successor = row.isFitted ? undefined : fitted.get(row.position)
    return {
      ...row,
      number: item?.number ?? '',
      name: item?.name ?? '',
      unit: item?.unit ?? '',
      isActive: item?.isActive ?? false,
      replacedBy: successor === undefined ? null : (items.get(successor.itemId)?.number ?? null),
    }
  })
}

function plansOf(rows: readonly PlanRow[], items: ReadonlyMap<string, NamedItem>): SpareParts['plans'] {
  const parts = partsByPlan(rows, items)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...parts].map(([id, needed]) => ({ id, name: names.get(id) ?? '', parts: needed }))
}

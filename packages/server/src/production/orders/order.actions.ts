import {
  type MachineOrders,
  MEASURED_ORDER_DAYS,
  MOST_OPEN_ORDERS,
  type OrderDraft,
  type ProductionOrder,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf, type Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { type AuditAction, writeAudit } from '../../engine/resource/audit.ts'
import type { LiveMachine } from '../../live/index.ts'
import { findMachine, scopeOf } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { hasShifts, lookAtProduction, type ProductionContext, readReasons, type Span } from '../../service/area.ts'
import { HOUR_MS } from '../../telemetry/index.ts'
import { figuresOf } from '../figures.ts'
import { readEndOfPlanned, readLastPlanned } from '../planned-time.queries.ts'
import type { ProductionParts } from '../shifts/machine-shifts.actions.ts'
import {
  countOpenOrders,
  deleteOrder,
  findOrder,
  findOverlapping,
  findUnderWay,
  insertOrder,
  lockOrders,
  type OrderRow,
  readOrders,
  stepAt,
  updateOrder,
} from './order.queries.ts'
import { progressOf, together } from './order-progress.ts'

const AUDITED = { name: 'productionOrder', fields: {} }

type OrderCalls = 'machineOrders' | 'planOrder' | 'changeOrder' | 'stepOrder' | 'removeOrder'

/** Production orders of a machine: planned, started and ended by people. */
export function orderHandlers(parts: ProductionParts): HandlersOf<OrderCalls> {
  const { database, telemetry } = parts
  const change = async (
    principal: Principal,
    id: string,
    work: (db: Transaction, machine: LiveMachine) => Promise<void>,
  ): Promise<MachineOrders> => {
    const machine = findMachine(telemetry, principal, id)
    const inTurn = async (db: Transaction) => {
      await lockOrders(db, machine.entry.key)
      await work(db, machine)
    }
    await database.inScope(scopeOf(principal), inTurn, actorOf(principal))
    return await readMachineOrders(parts, principal, machine)
  }
  return {
    machineOrders: async ({ principal, params }) =>
      await readMachineOrders(parts, principal, findMachine(telemetry, principal, params.id)),

    planOrder: async ({ principal, params, body }) =>
      await change(principal, params.id, async (db, { entry }) => {
        const count = await countOpenOrders(db, entry.key)
        assertThat(count < MOST_OPEN_ORDERS, 'not_usable', t('production.tooManyOrders', { count }))
        await assertFree(db, entry.key, body, null)
        const after = await insertOrder(db, entry.key, body, principal.userId)
        await log(db, principal, entry.machineID, 'create', { after })
      }),

    changeOrder: async ({ principal, params, body: { rowVersion, order } }) =>
      await change(principal, params.id, async (db, { entry }) => {
        const before = await foundOrder(db, entry.key, params.orderId)
        assertThat(before.endedAt === null, 'not_usable', t('production.orderHasEnded'))
        if (before.rowVersion !== rowVersion) {
          const current = { rowVersion: before.rowVersion }
          throw new ProblemError('stale', t('production.orderHasChanged'), undefined, { current })
        }
        await assertFree(db, entry.key, order, before.id)
        const after = await updateOrder(db, before.id, order, principal.userId)
        await log(db, principal, entry.machineID, 'update', { before, after })
      }),

    stepOrder: async ({ principal, params: { id, orderId, step } }) =>
      await change(principal, id, async (db, { entry }) => {
        const before = await foundOrder(db, entry.key, orderId)
        if (step === 'start') {
          assertThat(before.startedAt === null, 'not_usable', t('production.orderHasStarted'))
          const other = await findUnderWay(db, entry.key)
          assertThat(other === undefined, 'not_usable', t('production.otherUnderWay', { number: other ?? '' }))
        } else {
          const isUnderWay = before.startedAt !== null && before.endedAt === null
          assertThat(isUnderWay, 'not_usable', t('production.orderIsNotUnderWay'))
        }
        const after = await stepAt(db, { id: before.id, step, at: clock.now(), userId: principal.userId })
        await log(db, principal, entry.machineID, 'update', { before, after })
      }),

    removeOrder: async ({ principal, params }) =>
      await change(principal, params.id, async (db, { entry }) => {
        const before = await foundOrder(db, entry.key, params.orderId)
        assertThat(before.startedAt === null, 'not_usable', t('production.orderHasStarted'))
        await deleteOrder(db, before.id)
        await log(db, principal, entry.machineID, 'delete', { before })
      }),
  }
}

async function foundOrder(db: Transaction, key: number, id: string): Promise<OrderRow> {
  const order = await findOrder(db, key, id)
  assertThat(order, 'not_found', t('production.noSuchOrder'))
  return order
}

/** @throws ProblemError where another order is planned for some of the same time */
async function assertFree(db: Transaction, key: number, draft: OrderDraft, id: string | null): Promise<void> {
  const number = await findOverlapping(db, key, draft, id)
  if (number === undefined) return
  const message = t('production.overlaps', { number })
  throw new ProblemError('invalid_request', message, [{ path: 'body.plannedFrom', code: 'rule', message }])
}

async function log(
  db: Transaction,
  principal: Principal,
  machineID: string,
  action: AuditAction,
  { before, after }: { before?: OrderRow | undefined; after?: OrderRow | undefined },
): Promise<void> {
  const audited = (row: OrderRow | undefined) => row && { machineID, ...row, ...timesOf(row) }
  await writeAudit(db, principal, AUDITED, action, [{ before: audited(before), after: audited(after) }])
}

function timesOf({ plannedFrom, plannedTo, startedAt, endedAt }: OrderRow) {
  return {
    plannedFrom: plannedFrom.toISOString(),
    plannedTo: plannedTo.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

async function readMachineOrders(
  { database, telemetry }: ProductionParts,
  principal: Principal,
  machine: LiveMachine,
): Promise<MachineOrders> {
  const context = { names: telemetry.names, reasons: await readReasons(database.system), now: clock.now() }
  const { key, machineID, timeZone, designSpeed } = machine.entry
  return await database.inSnapshot(scopeOf(principal), async (db) => {
    const { open, ended } = await readOrders(db, key)
    const underWay = open.find(({ startedAt }) => startedAt !== null)
    const shown: ProductionOrder[] = []
    for (const row of ended) shown.push(await measured(db, context, machine, row))
    return {
      machineID,
      timeZone,
      designSpeed,
      hasShifts: await hasShifts(db, key),
      underWay: underWay === undefined ? null : await measured(db, context, machine, underWay),
      planned: open.filter((row) => row !== underWay).map(plannedOrder),
      ended: shown,
    }
  })
}

const NO_PROGRESS = { goodPerMinute: null, expectedEnd: null }

function plannedOrder(row: OrderRow): ProductionOrder {
  return { ...row, ...timesOf(row), figures: null, ...NO_PROGRESS }
}

/** An order with what the machine did in it. */
async function measured(
  db: Transaction,
  context: ProductionContext,
  machine: LiveMachine,
  row: OrderRow,
): Promise<ProductionOrder> {
  const { now } = context
  const [from, to] = [row.startedAt?.getTime() ?? now, row.endedAt?.getTime() ?? now]
  if (to <= from || to - from > MEASURED_ORDER_DAYS * 24 * HOUR_MS) return plannedOrder(row)
  const look = async (span: Span) => figuresOf(await lookAtProduction(db, context, machine, span, row.idealRate))
  const figures = await look({ from, to })
  if (row.endedAt !== null) return { ...plannedOrder(row), figures }
  const { key } = machine.entry
  const recent = []
  for (const span of await readLastPlanned(db, key, { from, to: now }, HOUR_MS)) recent.push(await look(span))
  const { goodCycles } = figures
  const { goodPerMinute, leftMs } = progressOf({ target: row.target, goodCycles, recent: together(recent) })
  const end = leftMs === null ? undefined : await readEndOfPlanned(db, key, { from: now, plannedMs: leftMs })
  const expectedEnd = end === undefined ? null : new Date(end).toISOString()
  return { ...plannedOrder(row), figures, goodPerMinute, expectedEnd }
}

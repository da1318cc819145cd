import { stopKinds } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { actorOf } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'

import type { LiveMachine } from '../live/index.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { findKnownMachine, findMachine, scopeOf } from '../monitoring/area.ts'

import { clock } from '../platform/clock.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { assignDowntimeReason, type DowntimeChange } from './assign-downtime-reason.ts'
import { readReasons } from './downtime.queries.ts'
import { hasStop, readOee, readStops } from './read-stops.ts'
import { readService } from './service.queries.ts'
import type { Span } from './stops.ts'

export interface ServiceParts {
  database: Database
  telemetry: Telemetry
}

/** The special calls of the area: stops and why, OEE, and the service of a machine. */
export function serviceHandlers({
  database,
  telemetry,
}: ServiceParts): HandlersOf<'machineStops' | 'assignDowntimeReasons' | 'machineOee' | 'machineService'> {
  return {
    async machineStops({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      return await readStops(database, scopeOf(principal), machine, spanOf(query), clock.now())
    },

    async assignDowntimeReasons({ principal, params, body }) {
      const machine = findMachine(telemetry, principal, params.id)
      const scope = scopeOf(principal)
      const changes = body.changes.map((change) => ({ ...change, ...spanOf(change) }))
      assertApart(changes)
      await assertReasons(database, changes)
      await assertStops(database, scope, machine, changes)
      const version = await database.inScope(
        scope,
        (db) => assignDowntimeReason(db, principal, machine.entry, body.version, changes),
        actorOf(principal),
      )
      return { version }
    },

    async machineOee({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      return await readOee(database, telemetry.names, scopeOf(principal), machine, spanOf(query), clock.now())
    },

    machineService: async ({ principal, params }) =>
      await readService(database, scopeOf(principal), findKnownMachine(telemetry, principal, params.id)),
  }
}

function spanOf({ from, to }: { from: string; to: string }): Span {
  return { from: Date.parse(from), to: Date.parse(to) }
}

/** @throws ProblemError where two changes speak of the same time: which of them would hold? */
function assertApart(changes: readonly DowntimeChange[]): void {
  const inOrder = changes.map((change, place) => ({ ...change, place })).sort((one, other) => one.from - other.from)
  for (const [n, change] of inOrder.entries()) {
    const before = inOrder[n - 1]
    if (before !== undefined && before.to > change.from) {
      refuse(change.place, 'from', 'rule', t('service.mustNotOverlap'))
    }
  }
}

/** @throws ProblemError where a reason is not there, not in use, or none for a stop */
async function assertReasons(database: Database, changes: readonly DowntimeChange[]): Promise<void> {
  const reasons = new Map((await readReasons(database.system)).map((reason) => [reason.id, reason]))
  for (const [place, { reasonId }] of changes.entries()) {
    if (reasonId === null) continue
    const reason = reasons.get(reasonId)
    if (reason === undefined || reason.deleted || !reason.active) {
      refuse(place, 'reasonId', 'reference', t('service.mustBeReasonInUse'))
    }
    if (!stopKinds.some((kind) => kind === reason?.kind)) {
      refuse(place, 'reasonId', 'rule', t('service.mustBeReasonForStop'))
    }
  }
}

/** @throws ProblemError where a stretch lies over no stop: running, unknown time and minor stops have no reason */
async function assertStops(
  database: Database,
  scope: CustomerScope,
  machine: LiveMachine,
  changes: readonly DowntimeChange[],
): Promise<void> {
  const now = clock.now()
  for (const [place, change] of changes.entries()) {
    if (change.reasonId === null) continue
    if (change.to > now) refuse(place, 'to', 'rule', t('service.mustNotLieInTheFuture'))
    if (!(await hasStop(database, scope, machine, change, now))) {
      refuse(place, 'from', 'rule', t('service.mustBeginStop'))
    }
  }
}

function refuse(place: number, field: string, code: string, message: string): never {
  throw new ProblemError('invalid_request', `Change ${place + 1}: ${field} ${message}.`, [
    { path: `body.changes.${place}.${field}`, code, message },
  ])
}

import type { Heatmap } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown, sendNotModified } from '../engine/entity-tags.ts'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import { beginEventStream, stays } from '../engine/open-streams.ts'
import type { Principal } from '../engine/principal.ts'
import type { Authenticate } from '../engine/routes.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Database } from '../platform/database.ts'
import { MINUTE_MS, startOf } from '../telemetry/index.ts'
import { readHeatmap } from './heatmap.queries.ts'
import { readHistory } from './history.queries.ts'
import type { LiveStream } from './live-stream.ts'
import { audienceOf, findMachine, mayBeSeenBy, scopeOf } from './machine-access.ts'
import { cycleCounts, encodeList, machineDetails } from './machine-json.ts'
import { testOfMachine } from './machine-test.ts'
import { readMetrics } from './metrics.queries.ts'
import { ResponseCache } from './response-cache.ts'
import { readStates } from './states.queries.ts'
import type { Telemetry } from './telemetry.ts'

export interface MonitoringParts {
  database: Database
  telemetry: Telemetry
  stream: LiveStream
  authenticate: Authenticate
}

type MonitoringCalls =
  | 'ignitionHealth'
  | 'listMachines'
  | 'listMachineIds'
  | 'myMachines'
  | 'myMachinesStream'
  | 'getMachine'
  | 'machineHistory'
  | 'machineStates'
  | 'machineBatch'
  | 'machineMetrics'
  | 'machineHeatmap'
  | 'testMachine'

export function monitoringHandlers(parts: MonitoringParts): HandlersOf<MonitoringCalls> {
  const { database, telemetry, stream, authenticate } = parts
  const { live } = telemetry
  const seenBy = (principal: Principal) => live.machines().filter(mayBeSeenBy(principal))
  const list = ({ principal, query, request, reply }: ListInput): typeof answered =>
    sendList(seenBy(principal), principal, query.includeHistory ? query.hours : undefined, request, reply)

  const heatmaps = new ResponseCache<Heatmap>()

  return {
    ignitionHealth: ({ principal }) => healthOf(telemetry, seenBy(principal)),
    listMachines: list,
    myMachines: list,

    listMachineIds({ principal }) {
      const ids = seenBy(principal).map((machine) => machine.entry.machineID)
      return { count: ids.length, ids }
    },

    getMachine: ({ principal, params, query }) =>
      detailsOf(findMachine(telemetry, principal, params.id), query, Date.now()),

    machineBatch({ principal, query, body }) {
      const sees = mayBeSeenBy(principal)
      const asked = [...new Set(body.machine_ids)].map((id) => ({ id, machine: live.byID(id) }))
      const found = asked.flatMap(({ machine }) => (machine !== undefined && sees(machine) ? [machine] : []))
      const ids = new Set(found.map(({ entry }) => entry.machineID))
      const now = Date.now()
      return {
        count: found.length,
        machines: found.map((machine) => detailsOf(machine, query, now)),
        missing: asked.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
      }
    },

    async machineHistory({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      return await readHistory(database, telemetry.names, scopeOf(principal), { machine, ...query, now: Date.now() })
    },

    async machineStates({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      const stretch = { from: Date.parse(query.from), to: Date.parse(query.to) }
      return await readStates(database, scopeOf(principal), machine, stretch, Date.now())
    },

    machineMetrics: async ({ principal, query }) =>
      await readMetrics(database, telemetry.names, scopeOf(principal), seenBy(principal), {
        days: query.days,
        now: Date.now(),
      }),

    async machineHeatmap({ principal, query: { days, machineID } }) {
      const machine = machineID === undefined ? undefined : findMachine(telemetry, principal, machineID)
      const machines = seenBy(principal)
      const now = Date.now()
      // A machine may have any name, such as undefined or null.
      const key = JSON.stringify([principal.customerId, days, machineID ?? null, machines.length])
      return await heatmaps.get(key, now, () =>
        readHeatmap(database, telemetry.names, scopeOf(principal), machines, { days, machine, now }),
      )
    },

    testMachine: async ({ principal, params, query }) =>
      await testOfMachine(database, findMachine(telemetry, principal, params.id), { ...query, now: Date.now() }),

    myMachinesStream({ principal, request, reply }) {
      const viewer = {
        response: beginEventStream(reply),
        audience: audienceOf(principal),
        sees: mayBeSeenBy(principal),
        mayStay: stays(principal, request, authenticate),
      }
      stream.open(viewer, lastEventId(request))
      return answered
    },
  }
}

interface ListInput {
  principal: Principal
  query: { includeHistory: boolean; hours: number }
  request: FastifyRequest
  reply: FastifyReply
}

function detailsOf(machine: LiveMachine, query: { includeHistory: boolean; hours: number }, now: number) {
  if (!query.includeHistory) return machineDetails(machine, now)
  return { ...machineDetails(machine, now), cycleCounts: cycleCounts(machine, query.hours, now) }
}

/** Sends a list as prepared bytes, or 304 where the caller has this very list. */
function sendList(
  machines: LiveMachine[],
  principal: Principal,
  hours: number | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): typeof answered {
  const now = Date.now()
  const newest = machines.reduce((version, machine) => Math.max(version, machine.version), 0)
  // With history the window moves on every minute, even where nothing is heard.
  const window = hours === undefined ? '' : `-${hours}-${startOf(now, MINUTE_MS) / MINUTE_MS}`
  const etag = `"${newest}-${machines.length}${window}"`
  reply.header('etag', etag).header('cache-control', 'no-store')
  if (isKnown(request, etag)) {
    sendNotModified(reply)
    return answered
  }
  const body = encodeList(machines, { viewers: principal.customerId ?? 'all', etag, hours }, now)
  reply.header('content-type', 'application/json; charset=utf-8').send(body)
  return answered
}

function lastEventId(request: FastifyRequest): number | undefined {
  const id = request.headers['last-event-id']
  return typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : undefined
}

function healthOf(telemetry: Telemetry, machines: LiveMachine[]) {
  const { lastCommitAt, ...counters } = telemetry.ingest.counters()
  const count = (online: boolean | null) => machines.filter((machine) => machine.online === online).length
  return {
    status: telemetry.ingest.healthIssue() === undefined ? ('ok' as const) : ('degraded' as const),
    broker: { connections: telemetry.broker.connections, tls: telemetry.mqtts ?? null },
    ingest: { ...counters, lastCommitAt: lastCommitAt === null ? null : new Date(lastCommitAt).toISOString() },
    machines: { total: machines.length, online: count(true), offline: count(false), unknown: count(null) },
  }
}

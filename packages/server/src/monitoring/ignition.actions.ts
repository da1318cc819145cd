import type { Heatmap } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown, sendNotModified } from '../engine/entity-tags.ts'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import { beginEventStream, stays } from '../engine/open-streams.ts'
import type { Principal } from '../engine/principal.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Authenticate } from '../engine/routes.ts'
import type { LiveMachine } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { readCustomerMachines } from './customer-machines.queries.ts'
import { readFleetHistory } from './fleet-history.queries.ts'
import { readHeatmap } from './heatmap.queries.ts'
import { readHistory } from './history.queries.ts'
import { asksFor, baseOf, encodeDelta, MACHINE_CHANGES, membersOf, stateOfList, tagOfList } from './list-delta.ts'
import { type LiveStream, OTHERS_US } from './live-stream.ts'
import { asSeenBy, audienceOf, findMachine, mayBeSeenBy, scopeOf } from './machine-access.ts'
import { encodeColumns, MACHINE_COLUMNS } from './machine-columns.ts'
import { cycleCounts, encodeList, machineDetails } from './machine-json.ts'
import { testOfMachine } from './machine-test.ts'
import { readMetrics } from './metrics.queries.ts'
import { ResponseCache } from './response-cache.ts'
import { readStates } from './states.queries.ts'
import type { Telemetry } from './telemetry.ts'
import { readTexts } from './texts.queries.ts'

export interface MonitoringParts {
  database: Database
  telemetry: Telemetry
  stream: LiveStream
  customers: ResourceStore
  authenticate: Authenticate
}

type MonitoringCalls =
  | 'ignitionHealth'
  | 'listMachines'
  | 'listMachineIds'
  | 'myMachines'
  | 'myMachinesStream'
  | 'customerMachines'
  | 'getMachine'
  | 'machineHistory'
  | 'fleetHistory'
  | 'machineStates'
  | 'machineTexts'
  | 'machineBatch'
  | 'machineMetrics'
  | 'machineHeatmap'
  | 'testMachine'

export function monitoringHandlers(parts: MonitoringParts): HandlersOf<MonitoringCalls> {
  const { database, telemetry, stream, customers, authenticate } = parts
  const { live } = telemetry
  const seenBy = (principal: Principal) => {
    const show = asSeenBy(principal)
    return live.machines().flatMap((machine) => show(machine) ?? [])
  }
  const list = (input: ListInput): typeof answered => sendList(seenBy(input.principal), telemetry, input)
  const detailsOf = (machine: LiveMachine, { includeHistory, hours }: ListInput['query'], now: number) => {
    const details = {
      ...machineDetails(machine, now),
      units: Object.fromEntries(telemetry.tagMaps.unitsOf(machine)),
      readingSettings: telemetry.readingSettings.of(machine.entry),
    }
    return includeHistory ? { ...details, cycleCounts: cycleCounts(machine, hours, now) } : details
  }

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
      detailsOf(findMachine(telemetry, principal, params.id), query, clock.now()),

    machineBatch({ principal, query, body }) {
      const show = asSeenBy(principal)
      const asked = [...new Set(body.machine_ids)].map((id) => ({ id, machine: live.byID(id) }))
      const found = asked.flatMap(({ machine }) => (machine && show(machine)) ?? [])
      const ids = new Set(found.map(({ entry }) => entry.machineID))
      const now = clock.now()
      return {
        count: found.length,
        machines: found.map((machine) => detailsOf(machine, query, now)),
        missing: asked.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
      }
    },

    async machineHistory({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      return await readHistory(database, telemetry.names, scopeOf(principal), { machine, ...query, now: clock.now() })
    },

    async fleetHistory({ principal, query: { customerId, ...request } }) {
      const seen = seenBy(principal).filter(({ entry }) => customerId === undefined || entry.customerId === customerId)
      const asked = { ...request, now: clock.now() }
      return await readFleetHistory(database, telemetry.names, scopeOf(principal), seen, asked)
    },

    async machineStates({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      const stretch = { from: Date.parse(query.from), to: Date.parse(query.to) }
      return await readStates(database, scopeOf(principal), machine, stretch, clock.now())
    },

    async machineTexts({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      const request = { tag: query.tag, from: Date.parse(query.from), to: Date.parse(query.to), now: clock.now() }
      return await readTexts(database, telemetry.names, scopeOf(principal), machine, request)
    },

    machineMetrics: async ({ principal, query }) =>
      await readMetrics(database, telemetry.names, scopeOf(principal), seenBy(principal), {
        days: query.days,
        now: clock.now(),
      }),

    async machineHeatmap({ principal, query: { days, machineID } }) {
      const machine = machineID === undefined ? undefined : findMachine(telemetry, principal, machineID)
      const machines = seenBy(principal)
      const now = clock.now()
      // A machine may have any name, such as undefined or null.
      const key = JSON.stringify([audienceOf(principal), days, machineID ?? null, membersOf(machines)])
      return await heatmaps.get(key, now, () =>
        readHeatmap(database, telemetry.names, scopeOf(principal), machines, { days, machine, now }),
      )
    },

    testMachine: async ({ principal, params, query }) =>
      await testOfMachine(database, findMachine(telemetry, principal, params.id), { ...query, now: clock.now() }),

    customerMachines: async ({ principal, params: { id } }) =>
      await customers.read(principal, async (db) => {
        await customers.rows.find(db, id, {})
        const seen = seenBy(principal).filter(({ entry }) => entry.customerId === id)
        return await readCustomerMachines(db, id, seen)
      }),

    myMachinesStream({ principal, query: { customerId }, request, reply }) {
      const sees = mayBeSeenBy(principal)
      const differences = asksFor(request.headers, MACHINE_CHANGES)
      if (differences) reply.header('im', MACHINE_CHANGES)
      const viewer = {
        response: beginEventStream(reply),
        differences,
        isHeldToOwner: principal.customerId !== null,
        audience: customerId === undefined ? audienceOf(principal) : `${audienceOf(principal)} ${customerId}`,
        sees:
          customerId === undefined
            ? sees
            : (machine: LiveMachine) => machine.entry.customerId === customerId && sees(machine),
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

/** Sends a list as prepared bytes, what is new of it to a caller who has an earlier one (RFC 3229), or 304 where the caller has this very list. */
function sendList(
  machines: LiveMachine[],
  { isShared }: Telemetry,
  { principal, query, request, reply }: ListInput,
): typeof answered {
  const now = clock.now()
  const hours = query.includeHistory ? query.hours : undefined
  const state = stateOfList(machines, hours, now)
  const etag = tagOfList(state)
  reply.header('etag', etag).header('cache-control', 'no-store')
  if (isKnown(request, etag)) {
    sendNotModified(reply)
    return answered
  }
  reply.header('content-type', 'application/json; charset=utf-8')
  const base = baseOf(request)
  const since = base && { ...base, version: base.version - (isShared ? OTHERS_US : 0) }
  const delta = since && encodeDelta(machines, since, state, now)
  const kind = { viewers: audienceOf(principal), etag, hours }
  if (delta !== undefined) reply.code(226).header('im', MACHINE_CHANGES).send(delta)
  else if (hours !== undefined && asksFor(request.headers, MACHINE_COLUMNS)) {
    const form = { name: MACHINE_COLUMNS, encode: () => encodeColumns(machines, hours, now) }
    reply
      .code(226)
      .header('im', MACHINE_COLUMNS)
      .send(encodeList(machines, { ...kind, form }, now))
  } else reply.send(encodeList(machines, kind, now))
  return answered
}

function lastEventId(request: FastifyRequest): number | undefined {
  const id = request.headers['last-event-id']
  return typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : undefined
}

function healthOf(telemetry: Telemetry, machines: LiveMachine[]) {
  const { lastCommitAt, ...counters } = telemetry.ingest.counters()
  const count = (online: boolean | null) => machines.filter((machine) => machine.online === online).length
  const onOrder = machines.filter(({ isOnOrder }) => isOnOrder).length
  return {
    status: telemetry.ingest.healthIssue() === undefined ? ('ok' as const) : ('degraded' as const),
    broker: { connections: telemetry.broker.connections, tls: telemetry.mqtts ?? null },
    ingest: { ...counters, lastCommitAt: lastCommitAt === null ? null : new Date(lastCommitAt).toISOString() },
    machines: {
      ...{ total: machines.length, online: count(true), offline: count(false) },
      ...{ unknown: count(null) - onOrder, onOrder },
    },
  }
}

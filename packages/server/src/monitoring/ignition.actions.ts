import type { FastifyReply, FastifyRequest } from 'fastify'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import { customerScope, type Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import type { Authenticate } from '../engine/routes.ts'
import type { Database } from '../platform/database.ts'
import { type LiveMachine, MINUTE_MS, startOf, type Telemetry } from '../telemetry/index.ts'
import { readHistory } from './history.queries.ts'
import type { LiveStream } from './live-stream.ts'
import { cycleCounts, encodeList, machineDetails } from './machine-json.ts'

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

export function monitoringHandlers(parts: MonitoringParts): HandlersOf<MonitoringCalls> {
  const { database, telemetry, stream, authenticate } = parts
  const { live } = telemetry
  const seenBy = (principal: Principal) => live.machines().filter(mayBeSeenBy(principal))
  const list = ({ principal, query, request, reply }: ListInput): typeof answered =>
    sendList(seenBy(principal), principal, query.includeHistory ? query.hours : undefined, request, reply)

  return {
    ignitionHealth: ({ principal }) => healthOf(telemetry, seenBy(principal)),
    listMachines: list,
    myMachines: list,

    listMachineIds({ principal }) {
      const ids = seenBy(principal).map((machine) => machine.entry.machineID)
      return { count: ids.length, ids }
    },

    getMachine({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      if (!query.includeHistory) return machineDetails(machine)
      return { ...machineDetails(machine), cycleCounts: cycleCounts(machine, query.hours, Date.now()) }
    },

    async machineHistory({ principal, params, query }) {
      const machine = findMachine(telemetry, principal, params.id)
      const scope = customerScope(principal)
      assertThat(scope !== undefined, 'not_found')
      const { machineID, key } = machine.entry
      return await readHistory(database, scope, { machineID, machineKey: key, ...query, now: Date.now() })
    },

    myMachinesStream({ principal, request, reply }) {
      reply.hijack()
      // A stream has no length of its own: nothing between here and the browser may keep it back or store it.
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const viewer = {
        response: reply.raw,
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

function mayBeSeenBy(principal: Principal): (machine: LiveMachine) => boolean {
  const scope = customerScope(principal)
  if (scope === undefined) return () => false
  if (scope === 'all') return (machine) => !machine.entry.retired
  return (machine) => machine.entry.customerId === scope.customerId && !machine.entry.retired
}

/** A foreign machine is answered exactly like one that does not exist. */
function findMachine(telemetry: Telemetry, principal: Principal, id: string): LiveMachine {
  const machine = telemetry.live.byID(id)
  assertThat(machine !== undefined && mayBeSeenBy(principal)(machine), 'not_found', 'There is no such machine.')
  return machine
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
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send()
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

/** Asks again with the credentials of the stream: signed out, expired or changed rights end it; the web comes back. */
function stays(principal: Principal, request: FastifyRequest, authenticate: Authenticate): () => Promise<boolean> {
  return async () => {
    try {
      const now = await authenticate(request)
      return now.customerId === principal.customerId && sameSet(now.permissions, principal.permissions)
    } catch (error) {
      // A database that is away has not taken any right away.
      return !(error instanceof ProblemError)
    }
  }
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((entry) => b.has(entry))
}

function healthOf(telemetry: Telemetry, machines: LiveMachine[]) {
  const { lastCommitAt, ...counters } = telemetry.ingest.counters()
  const count = (online: boolean | null) => machines.filter((machine) => machine.online === online).length
  return {
    status: telemetry.ingest.trouble() === undefined ? ('ok' as const) : ('degraded' as const),
    broker: { connections: telemetry.broker.connections },
    ingest: { ...counters, lastCommitAt: lastCommitAt === null ? null : new Date(lastCommitAt).toISOString() },
    machines: { total: machines.length, online: count(true), offline: count(false), unknown: count(null) },
  }
}

import { type CallName, type Resource, resources } from '@packhouse/contract'
import type { FastifyInstance } from 'fastify'
import type { JobKind, PeriodicJob } from '../platform/jobs/job-kind.ts'
import type { Hindrances } from '../platform/nodes/readiness.ts'
import { type Roles, runsHere } from '../platform/roles.ts'
import { sentence } from '../platform/sentence.ts'
import type { Area, AreaParts, Platform, Service, StartFacts, Upgrade, Use } from './area.ts'
import { Idempotency } from './idempotency/idempotency.ts'
import { Cursors } from './paging/cursors.ts'
import type { AnsweredRequest } from './request-outcome.ts'
import { assertFiltered, assertGuarded, type Behaviour } from './resource/behaviour.ts'
import { withConfidential } from './resource/confidential.ts'
import { sweepFiles } from './resource/files/sweep-files.ts'
import { resourceHandlers } from './resource/resource-handlers.ts'
import { ResourceStore } from './resource/resource-store.ts'
import type { AnyHandler, Authenticate } from './routes.ts'

/** What all areas together bring. */
export interface Assembly {
  /** Brings the rows that the areas cannot do without, in the order of the areas. */
  seed: () => Promise<void>
  /** A handler for every call of the contract, by its name. */
  handlers: Record<string, AnyHandler>
  /** Those that run in this process. */
  services: readonly Service[]
  jobs: readonly (JobKind | PeriodicJob)[]
  absent: readonly CallName[]
  idempotency: Idempotency
  cursors: Cursors
  authenticate: Authenticate
  answered: (request: AnsweredRequest) => void
  routes: (app: FastifyInstance) => Promise<void>
  upgrades: Readonly<Record<string, Upgrade>>
  hindrances: () => Promise<Hindrances>
  facts: () => Promise<StartFacts>
}

/** How often the contents of files that were deleted long ago are removed. */
const SWEEP_MS = 10 * 60_000

type AnyParts = AreaParts<object, unknown>

/** Creates every area once, each after those that it uses, and joins what they bring. */
export function assemble(areas: readonly Area[], base: Omit<Platform, 'storeOf'>): Assembly {
  const disclosed = Object.assign({}, ...areas.map((area) => area.disclosed))
  const committed: NonNullable<Behaviour['committed']> = {}
  const behaviour: Behaviour = {
    committed,
    computed: withConfidential(resources, {
      computed: Object.assign({}, ...areas.map((area) => area.computed)),
      disclosed,
    }),
    disclosed,
    guards: Object.assign({}, ...areas.map((area) => area.guards)),
    filters: Object.assign({}, ...areas.map((area) => area.filters)),
    listed: Object.assign({}, ...areas.map((area) => area.listed)),
    filterChecks: Object.assign({}, ...areas.map((area) => area.filterChecks)),
    afterChanges: Object.assign({}, ...areas.map((area) => area.afterChanges)),
    versionFacts: Object.assign({}, ...areas.map((area) => area.versionFacts)),
    changeChecks: Object.assign({}, ...areas.map((area) => area.changeChecks(base))),
    extraColumns: Object.assign({}, ...areas.map((area) => area.extraColumns)),
    allowsPrivateAddresses: base.config.allowPrivateAddresses,
  }
  assertGuarded(resources, behaviour)
  assertFiltered(resources, behaviour)
  const storeOf = (resource: Resource) => new ResourceStore(base.database, resources, resource, behaviour)
  const platform = { ...base, storeOf }
  const created = new Map<Area, AnyParts>()
  const use: Use = (area) => create(area).provides
  function create<Provides>(area: Area<object, Provides>): AreaParts<object, Provides> {
    const known = created.get(area) as AreaParts<object, Provides> | undefined
    if (known !== undefined) return known
    const parts = area.create({ ...platform, log: base.log.child({ part: area.name }) }, use)
    created.set(area, parts)
    return parts
  }
  const parts = areas.map(create)
  Object.assign(committed, ...parts.map((area) => area.committed))
  const joined = join(
    parts,
    resources.map((resource) => resourceHandlers(storeOf(resource), base)),
    base.config.roles,
  )
  const sweep = {
    name: sentence`Remove deleted files`,
    everyMs: SWEEP_MS,
    run: () => sweepFiles(base.database, base.files),
  }
  const seed = async () => {
    for (const area of areas) await area.seed(platform, use)
  }
  const idempotency = new Idempotency(base.database, base.keys)
  return {
    ...joined,
    seed,
    idempotency,
    cursors: new Cursors(base.keys),
    jobs: [sweep, idempotency.sweep, ...joined.jobs],
  }
}

function join(
  parts: readonly AnyParts[],
  ofResources: readonly object[],
  roles: Roles,
): Omit<Assembly, 'seed' | 'idempotency' | 'cursors'> {
  const authenticate = parts.find((area) => area.authenticate !== undefined)?.authenticate
  if (authenticate === undefined) throw new Error('No area says how a request is authenticated.')
  return {
    // Special handlers come last: one may take the place of that of a resource.
    handlers: Object.assign({}, ...ofResources, ...parts.map((area) => area.handlers)),
    services: parts.flatMap((area) => area.services ?? []).filter(({ runsOn }) => runsHere(runsOn, roles)),
    jobs: parts.flatMap((area) => area.jobs ?? []),
    absent: parts.flatMap((area) => area.absent ?? []),
    authenticate,
    answered(request) {
      for (const area of parts) area.answered?.(request)
    },
    async routes(app) {
      for (const area of parts) await area.routes?.(app)
    },
    upgrades: Object.assign({}, ...parts.map((area) => area.upgrades)),
    async hindrances() {
      const found = await Promise.all(parts.map((area) => area.hindrances?.()))
      return Object.assign({}, ...found)
    },
    async facts() {
      const facts = await Promise.all(parts.map((area) => area.facts?.()))
      return Object.assign({ mqttPort: 0, mqtts: undefined, administratorLink: undefined }, ...facts)
    },
  }
}

import {
  compatibilities,
  fieldSpecs,
  libraryMachines,
  machineDocuments,
  machineOptionRules,
  machineOptions,
  optionDefinitions,
  packagingMaterials,
  packagingStyles,
} from '@packhouse/contract'
import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { sentence } from '../platform/sentence.ts'
import { cellHandlers } from './cell.actions.ts'
import { documentHandlers } from './document.actions.ts'
import { uploadHandlers } from './document-upload.actions.ts'
import { fleetHandlers } from './fleet/fleet.actions.ts'
import { FleetJob } from './fleet/fleet-job.ts'
import { imageHandlers } from './images/image.actions.ts'
import { importMatrixHandlers } from './import-matrix.actions.ts'
import { jobHandlers } from './job/job.actions.ts'
import {
  libraryComputedFields,
  libraryDisclosed,
  libraryFilterChecks,
  libraryFilters,
  libraryListed,
} from './library.policy.ts'
import { machineHandlers } from './machine.actions.ts'
import { matrixHandlers } from './matrix.actions.ts'
import { MatrixCache } from './matrix-cache.ts'
import { matrixDetailsHandlers } from './matrix-details.queries.ts'
import { optionFilterHandlers } from './option-filters.ts'
import { PaperRequests } from './public/paper-requests.ts'
import { publicPageHandlers } from './public/public-page.actions.ts'
import { registerPublicRoutes } from './public/public-routes.ts'
import { checkChangedRules } from './rules/changed-rules.ts'
import { ruleHandlers } from './rules/rule.actions.ts'
import { specColumns } from './spec-columns.ts'

export { storeDay } from './fleet/counted-days.ts'
export { recipeOf, recipesOf } from './fleet/day-facts.ts'
export { designSpeedPerMinute } from './fleet/design-speed.ts'
export { type HeldOnDay, readHeldTimes } from './fleet/held-times.queries.ts'
export { MET } from './fleet/held-times.ts'
export {
  type ConditionedDay,
  type RunningDay,
  readConditionedDays,
  readRunningDays,
} from './fleet/running-days.queries.ts'
export { conditionKey, NO_CONDITION, type TagCondition } from './fleet/speed-conditions.ts'
export { SpeedSketch, type StoredSketch } from './fleet/speed-sketch.ts'
export { answerJob } from './job/job-answer.ts'
export { findPublicMachine, findTokenOfMachine } from './public/public-machine.queries.ts'

/** Days are counted soon after they are over, and again soon after they have changed. */
const COUNT_EVERY_MS = 10 * 60_000
/** A start has enough to do. */
const COUNT_AFTER_START_MS = 60_000
const FORGET_EVERY_MS = 60 * 60_000

/** The machines that are made and sold, what they can pack, their options and documents. */
export const library = defineArea({
  name: 'library',
  computed: libraryComputedFields,
  filters: libraryFilters,
  listed: libraryListed,
  filterChecks: libraryFilterChecks,
  disclosed: libraryDisclosed,
  changeChecks: ({ config, refusals }) => {
    const check = checkChangedRules({ limits: config.library, refusals })
    // Whatever is saved together with options, their relations and rules, or with what these depend on.
    return Object.fromEntries(
      [machineOptions, machineOptionRules, optionDefinitions, libraryMachines, compatibilities].map(({ name }) => [
        name,
        check,
      ]),
    )
  },
  extraColumns: { libraryMachine: specColumns },
  create({ storeOf, database, files, fileCheck, config, log, rates, refusals, settings, workbooks }, use) {
    const { telemetry } = use(monitoring)
    const { publicUrl, publicPages: limits } = config
    const db = database.system
    const machines = storeOf(libraryMachines)
    const documents = storeOf(machineDocuments)
    const cells = storeOf(compatibilities)
    const machineOf = (key: number) => telemetry.live.byKey(key)
    const fleet = new FleetJob({
      database,
      log,
      names: telemetry.names,
      machineOf: (key) => machineOf(key)?.entry,
      isClockTrusted: () => telemetry.clock.doubt === undefined,
      ...config.fleet,
    })
    const paper = new PaperRequests({
      db,
      mail: use(access).mail,
      refusals,
      rates,
      limits: limits.paper,
      publicUrl,
      settings,
    })
    return {
      provides: undefined,
      handlers: {
        ...machineHandlers({ machines, fieldSpecs: storeOf(fieldSpecs) }),
        ...optionFilterHandlers(storeOf(machineOptions)),
        ...jobHandlers(cells),
        ...ruleHandlers({ machines, limits: config.library, refusals }),
        ...matrixHandlers({
          database,
          machines,
          styles: storeOf(packagingStyles),
          cells,
          cache: new MatrixCache(config.tables.matrices),
        }),
        ...importMatrixHandlers({ cells, fileCheck, workbooks }),
        ...cellHandlers({ cells, materials: storeOf(packagingMaterials) }),
        ...matrixDetailsHandlers(database),
        ...imageHandlers(machines, { files, limits: config.library.images, refusals }),
        ...documentHandlers({ telemetry, documents, database, files }),
        ...uploadHandlers(documents, { files, fileCheck }),
        ...publicPageHandlers({ database, telemetry, refusals, rates, limits }),
        ...fleetHandlers({ database, machines, live: machineOf }),
      },
      jobs: [
        {
          name: sentence`Count what the fleet has run`,
          everyMs: COUNT_EVERY_MS,
          afterStartMs: COUNT_AFTER_START_MS,
          run: (signal: AbortSignal) => fleet.run(signal),
        },
        {
          name: sentence`Remove the persons of old paper requests`,
          everyMs: FORGET_EVERY_MS,
          run: () => paper.forgetPersons(),
        },
      ],
      routes: async (app) => registerPublicRoutes(app, { db, files, refusals, rates, limits, paper, settings }),
    }
  },
})

import { machineParts, projects, serviceRecords, serviceRequests, serviceVisits } from '@packhouse/contract'
import { access } from '../access/area.ts'
import { alarms } from '../alarms/area.ts'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import { sentence } from '../platform/sentence.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { type PlanReminderParts, remindOfLateSteps } from './notices/plan-reminders.ts'
import { writeServiceMails } from './notices/service-mails.ts'
import { ServicePush } from './notices/service-push.ts'
import { remindOfVisits } from './notices/visit-reminders.ts'
import { partsHandlers } from './parts/parts.actions.ts'
import { quotePartsHandler } from './parts/quote-parts.ts'
import { photoHandlers } from './requests/photo.actions.ts'
import { requestHandlers } from './requests/request.actions.ts'
import { serviceHandlers } from './service.actions.ts'
import { serviceComputedFields, serviceFilters } from './service.policy.ts'
import { workOutServicePlans } from './service-rounds.ts'
import { signatureHandlers } from './signatures/signature.actions.ts'
import { visitHandlers } from './visits/visit.actions.ts'

export type { Availability } from './availability.ts'
export { readReasons } from './downtime.queries.ts'
export { planDays, planDone, planNames, siteDay } from './notices/plan-steps.ts'
export type { ServicePush } from './notices/service-push.ts'
export {
  type LookedAtProduction,
  lookAtProduction,
  type ProductionContext,
  readOee,
  readStops,
} from './read-stops.ts'
export { readService } from './service.queries.ts'
export { readServiceReport, type ServiceReportFacts } from './service-report.queries.ts'
export { gapsOf, joined, lengthOf, within } from './shift-times.ts'
export { hasShifts, type NamedShift, readPlannedTimes, readShifts, readUnplannedTimes } from './shifts.queries.ts'
export { findSignatures } from './signatures/signature.actions.ts'
export { readSignedRecord, sha256Of, signedText } from './signatures/signed-record.ts'
export type { Span } from './stops.ts'

const NOTICES_EVERY_MS = 30_000
const REMINDERS_EVERY_MS = 300_000

/** Service plans and records, stops and OEE. */
export const service = defineArea({
  name: 'service',
  computed: serviceComputedFields,
  filters: serviceFilters,
  create: ({ config, database, fileCheck, files, jobs, refusals, storeOf, settings }, use) => {
    const { publicUrl, productTitle } = config
    const push = new ServicePush({ db: database.system, jobs, sender: use(alarms).pushSender })
    const timeZone = () => settings.read('region.timeZone')
    const messages: PlanReminderParts = { database, mail: use(access).mail, push, publicUrl, productTitle, timeZone }
    return {
      provides: { push },
      handlers: {
        ...serviceHandlers({ database, telemetry: use(monitoring).telemetry }),
        ...signatureHandlers(database),
        ...requestHandlers({ database, telemetry: use(monitoring).telemetry }),
        ...photoHandlers({
          ...{ database, files, fileCheck, refusals, limits: config.library.images },
          requests: storeOf(serviceRequests),
        }),
        ...partsHandlers({ database, telemetry: use(monitoring).telemetry, machineParts: storeOf(machineParts) }),
        ...visitHandlers({
          database,
          telemetry: use(monitoring).telemetry,
          visits: storeOf(serviceVisits),
          records: storeOf(serviceRecords),
          requests: storeOf(serviceRequests),
        }),
        ...quotePartsHandler({ projects: storeOf(projects), requests: storeOf(serviceRequests) }),
      },
      jobs: [
        {
          name: sentence`Work out what is left of service plans`,
          everyMs: HOUR_MS,
          atStart: true,
          run: (signal: AbortSignal) => workOutServicePlans(database, signal),
        },
        {
          name: sentence`Write mails about visits and requests`,
          everyMs: NOTICES_EVERY_MS,
          run: () => writeServiceMails(messages),
        },
        {
          name: sentence`Remind of the visits of the next day`,
          everyMs: REMINDERS_EVERY_MS,
          run: () => remindOfVisits(messages, clock.now()),
        },
        {
          name: sentence`Remind of late steps of plans`,
          everyMs: REMINDERS_EVERY_MS,
          run: () => remindOfLateSteps(messages, clock.now()),
        },
        push.job,
      ],
    }
  },
})

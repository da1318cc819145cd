import { alarms } from '../features/alarms/feature.ts'
import { analytics } from '../features/analytics/feature.ts'
import { audit } from '../features/audit/feature.ts'
import { backups } from '../features/backups/feature.ts'
import { benchmark } from '../features/benchmark/feature.ts'
import { customers } from '../features/customers/feature.ts'
import { dataAct } from '../features/data-act/feature.ts'
import { documents } from '../features/documents/feature.ts'
import { estimator } from '../features/estimator/feature.ts'
import { fleet } from '../features/fleet/feature.ts'
import { health } from '../features/health/feature.ts'
import { library } from '../features/library/feature.ts'
import { lines } from '../features/lines/feature.ts'
import { monitoring } from '../features/monitoring/feature.ts'
import { operation } from '../features/operation/feature.ts'
import { orders } from '../features/orders/feature.ts'
import { people } from '../features/people/feature.ts'
import { promises } from '../features/promises/feature.ts'
import { quote } from '../features/quote/feature.ts'
import { reference } from '../features/reference/feature.ts'
import { registration } from '../features/registration/feature.ts'
import { serverLog } from '../features/server-log/feature.ts'
import { service } from '../features/service/feature.ts'
import { settings } from '../features/settings/feature.ts'
import { sharing } from '../features/sharing/feature.ts'
import { telemetry } from '../features/telemetry/feature.ts'
import { webhooks } from '../features/webhooks/feature.ts'
import type { OutboxKind } from '../lib/offline/outbox-kind.ts'
import type { EmbeddedAddress, Feature, FeatureSection } from '../resource/feature.ts'

/** Every area of the web. Routes, navigation and Ctrl-K follow from this list. */
export const features: readonly Feature[] = [
  monitoring,
  fleet,
  alarms,
  quote,
  customers,
  registration,
  orders,
  telemetry,
  service,
  promises,
  lines,
  dataAct,
  sharing,
  benchmark,
  library,
  estimator,
  people,
  audit,
  serverLog,
  analytics,
  health,
  backups,
  webhooks,
  settings,
  operation,
  documents,
  reference,
]

/** The pages of all areas in the order of their menus, each with the screens and the mark that other features add to it. */
export const sections: readonly FeatureSection[] = features
  .flatMap((feature) => feature.sections ?? [])
  .map((section) => {
    const [Mark] = features.flatMap((feature) => feature.marks?.[section.to] ?? [])
    return {
      ...section,
      ...(Mark && { Mark }),
      screens: [...section.screens, ...features.flatMap((feature) => feature.joins?.[section.to] ?? [])],
    }
  })

/** Everything that Ctrl-K offers to do, beside the new rows that follow from the lists. */
export const actions = features.flatMap((feature) => feature.actions ?? [])

/** Addresses of before, with those of now. */
export const moved: readonly (readonly [string, string])[] = features.flatMap((feature) =>
  Object.entries(feature.moved ?? {}),
)

/** What may wait for staff. */
export const waiting = features.flatMap((feature) => feature.waiting ?? [])

/** The pages of records. */
export const pages = features.flatMap((feature) => feature.pages ?? [])

/** Where rows are that are shown beside others, by the name of their resource. */
export const embeddedAddresses: Readonly<Record<string, EmbeddedAddress>> = Object.assign(
  {},
  ...features.map((feature) => feature.embedded),
)

/** What is entered on a device and sent later, by the name of its kind. */
export const outboxKinds: Readonly<Record<string, () => Promise<OutboxKind>>> = Object.assign(
  {},
  ...features.map((feature) => feature.outbox),
)

/** Resources that are shown on the pages of others. */
export const embedded: readonly string[] = Object.keys(embeddedAddresses)

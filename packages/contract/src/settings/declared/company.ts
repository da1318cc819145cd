import { alarmSeverities } from '../../alarms/alarm-rules.ts'
import type { analyticsModes } from '../../insight/analytics/definitions.ts'
import { setting } from '../setting.ts'

const company = { group: 'company', reach: 'documents', fallback: null } as const

/** Whose documents these are. */
export const companySettings = {
  'company.name': setting.optionalText({
    ...{ ...company, variable: 'MAKER_NAME' },
    label: 'Company',
    help: 'On documents without a letterhead, on nameplates and on quotes. Empty: the title, and no letterhead',
  }),
  'company.address': setting.optionalLines({
    ...{ ...company, longest: 500 },
    label: 'Address',
    help: 'On documents without a letterhead, one line each',
  }),
  'company.footer': setting.optionalText({
    ...{ ...company, longest: 300 },
    label: 'Footer',
    help: 'On documents without a letterhead, such as the numbers in registers and for taxes',
  }),
}

/** Language, time and units where nobody has chosen their own. */
export const regionSettings = {
  'region.language': setting.language({
    ...{ group: 'region', reach: 'everyone', fallback: 'en', variable: 'DEFAULT_LANGUAGE' },
    label: 'Language',
    help: 'Of mails and texts whose reader has chosen none',
  }),
  'region.timeZone': setting.timeZone({
    ...{ group: 'region', reach: 'mails', fallback: 'UTC' },
    label: 'Time zone',
    help: 'Of mails and reports whose reader, site and customer name none',
  }),
  'region.temperature': setting.choice({
    ...{ group: 'region', reach: 'everyone', fallback: 'celsius' },
    label: 'Temperatures',
    help: 'For everybody who has not chosen. Exports stay in °C',
    options: { celsius: '°C', fahrenheit: '°F' },
  }),
}

/** Which alarms leave the house. */
export const alarmSettings = {
  'alarms.notifiedFrom': setting.choice({
    ...{ group: 'alarms', reach: 'mails', fallback: 'info' },
    label: 'Notifications from severity',
    help: 'Alarms below it are shown, and nobody is notified of them',
    options: Object.fromEntries(alarmSeverities.map((name) => [name, name])) as Record<
      (typeof alarmSeverities)[number],
      string
    >,
  }),
}

/** What is stored of how people use the product. */
export const analyticsSettings = {
  'analytics.mode': setting.choice({
    ...{ group: 'analytics', reach: 'everyone', fallback: 'full', variable: 'ANALYTICS' },
    label: 'Use of the product',
    help: 'Groups only: no names, and no group of fewer than 5 people. Off: nothing is stored',
    options: { full: 'With names', aggregate: 'Groups only', off: 'Off' } satisfies Record<
      (typeof analyticsModes)[number],
      string
    >,
  }),
}

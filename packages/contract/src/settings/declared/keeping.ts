import { setting } from '../setting.ts'

const stored = { group: 'keeping', reach: 'stored', unit: 'days' } as const

/** How long what is stored is retained. */
export const keepingSettings = {
  'keeping.authLogDays': setting.number({
    ...{ ...stored, fallback: 400, variable: 'AUTH_LOG_DAYS', min: 31, max: 3_650 },
    label: 'Sign-ins and counters of API calls',
    help: 'Whole months are removed',
  }),
  'keeping.logDays': setting.number({
    ...{ ...stored, fallback: 14, variable: 'LOG_FILES_DAYS', min: 1, max: 3_650 },
    label: 'Files of the server log',
  }),
  'keeping.letterDays': setting.number({
    ...{ ...stored, fallback: 30, variable: 'DEAD_LETTER_DAYS', min: 1, max: 3_650 },
    label: 'Refused messages of machines',
    help: 'Since they were last seen',
  }),
  'keeping.mailDays': setting.number({
    ...{ ...stored, fallback: 90, min: 7, max: 3_650 },
    label: 'Sent and stored mails',
  }),
}

/** Limits that raise an alert when they are reached. */
export const limitSettings = {
  'limits.refusedMachines': setting.number({
    ...{ group: 'limits', reach: 'staff', fallback: 3, variable: 'REFUSED_MACHINES', min: 1, max: 100_000 },
    label: 'Refused machines that need attention',
    help: 'So many within ten minutes',
  }),
  'limits.reportMailMegabytes': setting.number({
    ...{ group: 'limits', reach: 'mails', fallback: 7, variable: 'REPORT_MAIL_MB', min: 0, max: 25, unit: 'MB' },
    label: 'Largest report attached to a mail',
    help: 'A larger one comes as a link; 0: always a link',
  }),
}

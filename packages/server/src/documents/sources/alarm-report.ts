import { type Alarm, type AlarmSeverity, alarmSeverities } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { readAlarmFigures, readAlarms } from '../../alarms/area.ts'
import { findMachine, scopeOf, type Telemetry } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Written } from '../written.ts'
import type { DocumentSource, SourceAnswer } from './document-source.ts'

interface ReportParts {
  database: Database
  telemetry: Telemetry
}

type Data = SourceAnswer<'alarmReport'>['data']
const SECOND_MS = 1_000
/** So many are listed, the newest. */
const MOST_ALARMS = 2_000

/** The alarms of a machine that began in a stretch of time, as its list of alarms shows them. */
export function alarmReportSource({ database, telemetry }: ReportParts): DocumentSource<'alarmReport'> {
  return {
    words: alarmReportWords,
    async read({ principal, id, parameters, written: anywhere }) {
      const { entry } = findMachine(telemetry, principal, id)
      const written = anywhere.inZone(entry.timeZone)
      const now = clock.now()
      const span = { from: new Date(parameters.from), to: new Date(parameters.to) }
      const { figures, listed } = await database.inSnapshot(scopeOf(principal), async (db) => ({
        figures: await readAlarmFigures(db, { ...span, machineID: entry.machineID }, now),
        listed: await readAlarms(
          db,
          {
            page: 1,
            pageSize: MOST_ALARMS,
            order: 'newest',
            machineID: entry.machineID,
            from: span.from.toISOString(),
            to: span.to.toISOString(),
          },
          principal.userId,
        ),
      }))
      const words = severityWords()
      const more = listed.total - listed.items.length
      return {
        data: {
          machineID: entry.machineID,
          description: entry.description,
          from: written.time(span.from.getTime()),
          to: written.time(span.to.getTime()),
          timeZone: entry.timeZone,
          total: written.number(listed.total),
          severities: figures.severities.map(({ severity, count, totalSeconds }) => ({
            severity,
            word: words[severity],
            count: written.number(count),
            length: written.length(totalSeconds * SECOND_MS),
          })),
          top: figures.top.map(({ severity, code, count, totalSeconds }) => ({
            severity: words[severity],
            code,
            count: written.number(count),
            length: written.length(totalSeconds * SECOND_MS),
          })),
          alarms: listed.items.map((alarm) => lineOf(alarm, words, written, now)),
          more: more > 0 ? t('documents.olderAlarmsLeftOut', { count: more }) : null,
        },
        title: t('documents.alarmReportOf', { machine: entry.machineID }),
        number: null,
        fileName: `alarms-${entry.machineID}`,
        recordId: entry.id,
      }
    },
  }
}

function lineOf(
  alarm: Alarm,
  words: Record<AlarmSeverity, string>,
  written: Written,
  now: number,
): Data['alarms'][number] {
  const { severity, code, message, startedAt, clearedAt, acknowledgedAt, acknowledgedBy } = alarm
  const start = Date.parse(startedAt)
  const end = clearedAt === null ? null : Date.parse(clearedAt)
  return {
    severity,
    word: words[severity],
    code,
    message,
    start: written.moment(start),
    end: end === null ? null : written.moment(end),
    length: written.length(Math.max(0, (end ?? now) - start)),
    // People whom the reader may not see are service staff, as on screens.
    acknowledgedBy: acknowledgedBy && (acknowledgedBy.name ?? t('alarms.serviceStaff')),
    acknowledgedAt: acknowledgedAt === null ? null : written.moment(Date.parse(acknowledgedAt)),
  }
}

function severityWords(): Record<AlarmSeverity, string> {
  return Object.fromEntries(alarmSeverities.map((severity) => [severity, t(`alarms.${severity}`)])) as Record<
    AlarmSeverity,
    string
  >
}

function alarmReportWords(): Record<string, string> {
  return {
    title: t('documents.alarmReport'),
    machine: t('documents.machine'),
    window: t('documents.window'),
    timesOf: t('documents.timesOf'),
    begun: t('documents.alarmsThatBegan'),
    totals: t('documents.totals'),
    severity: t('alarms.severity'),
    count: t('documents.count'),
    length: t('documents.length'),
    top: t('documents.mostFrequent'),
    code: t('documents.alarm'),
    alarms: t('alarms.alarms'),
    start: t('documents.start'),
    end: t('documents.end'),
    active: t('documents.stillActive'),
    acknowledged: t('documents.acknowledged'),
    none: t('documents.noAlarms'),
  }
}

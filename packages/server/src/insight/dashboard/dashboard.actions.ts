import { type HealthAlert, type HealthDashboard, healthFigures } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import type { Mail } from '../../platform/mail.ts'
import { openFixesOf } from '../../platform/postgres-fixes.ts'
import { countRecipients } from '../alerts/alert-notices.ts'
import { readActive, readCleared, type StoredAlert } from '../alerts/alert-rows.ts'
import { alertWords } from '../alerts/alert-words.ts'
import { readCertificates } from '../alerts/certificates.ts'
import { type BackupPlan, readBackup } from '../alerts/find-all.ts'
import { forecastDisk } from '../health-store/disk-forecast.ts'
import { type Figures, figureNames } from '../health-store/figures.ts'
import {
  type DiskHistory,
  type HealthNode,
  readDisks,
  readNodes,
  readNow,
  readSeries,
} from '../health-store/health.queries.ts'
import { servicesOf } from './services.ts'

type Parts = {
  database: Database
  config: Config
  mail: Pick<Mail, 'isSent'>
  backups: BackupPlan
  copy: { isPaused: boolean }
}

export function dashboardHandlers({
  database,
  config,
  mail,
  backups,
  copy,
}: Parts): HandlersOf<'prometheusDashboard' | 'healthAlerts'> {
  const read = async <T>({ customerId }: Principal, work: (db: Transaction) => Promise<T>): Promise<T> => {
    assertThat(customerId === null, 'permission_missing', t('health.forStaffOnly'))
    return await database.inSnapshot('all', work)
  }
  return {
    healthAlerts: ({ principal }) => read(principal, async (db) => ({ items: (await readActive(db)).map(toAlert) })),

    prometheusDashboard: ({ principal, query: { window, node } }) =>
      read(principal, async (db) => {
        const now = clock.now()
        const nodes = await readNodes(db)
        assertThat(node === undefined || nodes.some(({ name }) => name === node), 'not_found', t('health.noSuchServer'))
        const figures = await readNow(db, node)
        const series = await readSeries(db, window, node, now)
        const active = await readActive(db)
        const certificates = await readCertificates(db, { ...config, nodeName: config.health.nodeName })
        const backup = await readBackup(db, backups)
        const [disk] = await readDisks(db, node)
        const { rows: servers } = await sql<{ server_version: string }>`SHOW server_version`.execute(db)
        const shown = nodes.filter(({ name }) => node === undefined || name === node)
        return {
          at: new Date(now).toISOString(),
          window,
          node: node ?? null,
          from: new Date(series.from).toISOString(),
          stepSeconds: series.step,
          services: servicesOf({
            nodes: shown,
            figures,
            alerts: active,
            certificates,
            backup,
            openFixes: openFixesOf(servers[0]?.server_version ?? ''),
            isPaused: copy.isPaused,
            sendsMail: mail.isSent,
            now,
          }),
          figures: figuresOver(figures, series.points),
          connections: config.databasePool,
          disk: disk === undefined ? null : diskOf(disk, config.diskMinFreeBytes),
          nodes: nodes.map(toNode),
          alerts: [...active, ...(await readCleared(db))].map(toAlert),
          notified: await countRecipients(db),
          webhook: config.health.webhook !== undefined,
        }
      }),
  }
}

function figuresOver(now: Figures, points: readonly (Figures | undefined)[]): HealthDashboard['figures'] {
  const figures = figureNames.map((name) => {
    const values = points.map((point) => point?.[name] ?? null)
    const measured = values.filter((value) => value !== null)
    const { target = null } = healthFigures[name] as { target?: number }
    const most = measured.length === 0 ? null : measured.reduce((most, value) => Math.max(most, value))
    return [name, { target, now: now[name], most, values }]
  })
  return Object.fromEntries(figures) as HealthDashboard['figures']
}

function diskOf({ node, usedBytes, totalBytes, points }: DiskHistory, minFree: number): HealthDashboard['disk'] {
  const limitBytes = totalBytes - minFree
  const { perDayBytes, fullAt, basis, days } = forecastDisk(points, limitBytes)
  return {
    node,
    usedBytes,
    totalBytes,
    limitBytes,
    perDayBytes,
    fullAt: fullAt === null ? null : new Date(fullAt).toISOString(),
    basis,
    days,
    points: points.map(({ at, used }) => ({ at: new Date(at).toISOString(), used })),
  }
}

function toNode({ issues: _, ...node }: HealthNode): HealthDashboard['nodes'][number] {
  return {
    ...node,
    startedAt: node.startedAt.toISOString(),
    lastAt: node.lastAt.toISOString(),
    lastErrorAt: node.lastErrorAt?.toISOString() ?? null,
  }
}

function toAlert({ facts, ...alert }: StoredAlert): HealthAlert {
  return {
    ...alert,
    subject: alert.subject.trim(),
    words: alertWords(alert.kind, alert.subject, facts),
    startedAt: alert.startedAt.toISOString(),
    raisedAt: alert.raisedAt.toISOString(),
    clearedAt: alert.clearedAt?.toISOString() ?? null,
  }
}

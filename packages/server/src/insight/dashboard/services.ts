import type { HealthDashboard } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { OpenFixes } from '../../platform/postgres-fixes.ts'
import type { StoredAlert } from '../alerts/alert-rows.ts'
import { alertWords } from '../alerts/alert-words.ts'
import type { KnownCertificate } from '../alerts/certificates.ts'
import { type Backup, DRILL, ofBackup, ofDrill } from '../alerts/findings.ts'
import type { Figures } from '../health-store/figures.ts'
import type { HealthNode } from '../health-store/health.queries.ts'

type Service = HealthDashboard['services'][number]
type Name = Service['name']

export interface ServiceFacts {
  nodes: readonly HealthNode[]
  figures: Figures
  alerts: readonly StoredAlert[]
  certificates: readonly KnownCertificate[]
  backup: Backup | undefined
  /** What the database lacks of fixes of a newer release. */
  openFixes: OpenFixes | undefined
  /** Whether this is a restored copy that sends nothing yet. */
  isPaused: boolean
  sendsMail: boolean
  /** Unix ms. */
  now: number
}

/** So many failed requests a second need somebody to look. */
const MANY_ERRORS = 0.05

/** How each service is: by what servers report, and by the alerts. One that nobody has reported of is unknown, never well. */
export function servicesOf(facts: ServiceFacts): Service[] {
  const { nodes, figures } = facts
  const up = nodes.filter(({ state }) => state === 'up')
  const reported = (part: string) => {
    const issues = up.map(({ issues }) => issues[part])
    const issue = issues.find((one) => one !== undefined)
    if (issue === undefined) return { state: 'ok' as const, detail: null }
    // Another server that works does the work.
    return { state: issues.includes(undefined) ? ('attention' as const) : ('away' as const), detail: declared(issue) }
  }
  const fails = (figures.errorsPerSecond ?? 0) > MANY_ERRORS
  const dead = figures.jobsDead ?? 0
  const found: Record<Exclude<Name, 'backup' | 'certificates'>, Pick<Service, 'state' | 'detail'>> = {
    web: fails ? { state: 'attention', detail: t('health.requestsFail') } : { state: 'ok', detail: null },
    ingest: reported('ingest').state === 'ok' ? reported('broker') : reported('ingest'),
    queue: { state: 'ok', detail: null },
    database: withOpenFixes(reported('database'), facts.openFixes),
    disk: figures.diskTotalBytes === null ? { state: 'unknown', detail: t('health.diskUnknown') } : reported('disk'),
    jobs:
      dead > 0
        ? { state: 'attention', detail: t('health.jobsFailed', { count: dead }) }
        : { state: 'ok', detail: null },
    pdf: { state: 'ok', detail: null },
    mail: facts.sendsMail ? { state: 'ok', detail: null } : { state: 'absent', detail: t('health.mailsAreStored') },
  }
  const nobody = { state: 'unknown' as const, detail: null }
  const services = Object.entries(found).map(([name, state]) => {
    const service = { name: name as Name, at: null, ...(up.length === 0 ? nobody : state) }
    return alerted(service, facts.alerts)
  })
  return [...services, backupService(facts), alerted(certificateService(facts), facts.alerts)]
}

/** It works, and whoever looks at it should know; what is wrong says more. */
function withOpenFixes(state: Pick<Service, 'state' | 'detail'>, fixes: OpenFixes | undefined): typeof state {
  if (state.state !== 'ok' || fixes === undefined) return state
  return { state: 'ok', detail: t('health.databaseLacksFixes', { ...fixes }) }
}

const kinds: Partial<Record<Name, StoredAlert['kind']>> = {
  disk: 'diskFull',
  queue: 'queueGrowing',
  ingest: 'ingestAway',
  certificates: 'certificateEnding',
}

function alerted(service: Service, alerts: readonly StoredAlert[]): Service {
  const alert = alerts.find(({ kind }) => kind === kinds[service.name])
  if (alert === undefined || service.state === 'away') return service
  return { ...service, state: 'attention', detail: alertWords(alert.kind, alert.subject, alert.facts) }
}

function backupService({ backup, isPaused, now }: ServiceFacts): Service {
  if (isPaused) return { name: 'backup', state: 'attention', detail: t('health.copyIsPaused'), at: null }
  if (backup === undefined) return { name: 'backup', state: 'absent', detail: t('health.noBackup'), at: null }
  const { finding, facts } = ofBackup(backup, now)
  const at = backup.lastSuccessAt === null ? null : new Date(backup.lastSuccessAt).toISOString()
  if (finding === 'holds') return { name: 'backup', state: 'attention', detail: alertWords('backupOld', '', facts), at }
  const drill = ofDrill(backup, now)
  if (drill.finding === 'holds')
    return { name: 'backup', state: 'attention', detail: alertWords('backupOld', DRILL, drill.facts), at }
  return { name: 'backup', state: finding === 'unknown' ? 'unknown' : 'ok', detail: null, at }
}

function certificateService({ certificates }: ServiceFacts): Service {
  const [first] = certificates.toSorted((one, other) => one.endsAt - other.endsAt)
  if (first === undefined)
    return { name: 'certificates', state: 'absent', detail: t('health.noCertificates'), at: null }
  return { name: 'certificates', state: 'ok', detail: null, at: new Date(first.endsAt).toISOString() }
}

import type { HealthAlert, HealthDashboard } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { Badge } from '../../ui/badge.tsx'
import { AlertIcon, WarningIcon } from '../../ui/icons.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

/** Alerts that are active, then the last ones that are over, and who is notified. */
export function AlertList({ data: { alerts, notified, webhook } }: { data: HealthDashboard }) {
  return (
    <Panel className="mt-3.5">
      <PanelHead title={t('health.alerts')}>
        <span className="text-12 text-text-2">
          {t('health.notified', { people: notified, webhook: webhook ? 'yes' : 'no' })}
        </span>
      </PanelHead>
      {alerts.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-13 text-text-2">{t('health.noAlerts')}</p>
      ) : (
        <ul className="border-t border-line">
          {alerts.map((alert) => (
            <li
              key={alert.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <AlertBadge alert={alert} />
              <span className="min-w-0 flex-1 basis-64">{alert.words}</span>
              <DateLabel
                className="text-12 text-text-2"
                value={alert.clearedAt ?? alert.startedAt}
                sentence={(when) =>
                  alert.clearedAt === null ? t('health.since', { when }) : t('health.overSince', { when })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function AlertBadge({ alert: { kind, severity, clearedAt } }: { alert: HealthAlert }) {
  const isOver = clearedAt !== null
  const isCritical = severity === 'critical'
  return (
    <Badge
      tone={isOver ? 'plain' : isCritical ? 'bad' : 'warn'}
      icon={isOver ? CheckIcon : isCritical ? AlertIcon : WarningIcon}
    >
      {t('healthAlert.title', { kind })}
    </Badge>
  )
}

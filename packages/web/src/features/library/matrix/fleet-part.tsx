import { t } from '@packhouse/messages'
import { formatRate } from '../../../lib/format/numbers.ts'
import { Alert } from '../../../ui/alert.tsx'
import { findingWords } from '../fleet-finding.ts'
import { promisedWords } from '../promise-counts.ts'
import { DrawerPart } from './draft-field.tsx'
import { useFleet } from './use-pair.ts'

/** What the installed machines do with the style: measured, counted, and against what the answer claims. */
export function FleetPart({ machineId, styleId }: { machineId: string; styleId: string }) {
  const { data } = useFleet(machineId)
  if (data === undefined) return null
  const figures = data.styles.find(({ style }) => style.id === styleId)
  return (
    <DrawerPart title={t('matrix.inTheField')}>
      {figures === undefined ? (
        <p className="text-13 text-text-2">
          {data.installed === 0 ? t('matrix.noneInstalled') : t('matrix.notSeenRunning', { count: data.installed })}
        </p>
      ) : (
        <>
          {figures.finding !== null && (
            <Alert tone="unk" className="text-13">
              {figures.finding.kind === 'answer'
                ? findingWords(figures.finding)
                : t('matrix.claimsButMedian', {
                    claims: formatRate(figures.finding.claims),
                    median: formatRate(figures.finding.median),
                    machines: figures.finding.machines,
                  })}
            </Alert>
          )}
          <p className="flex items-baseline gap-2 text-13">
            <span className="h-0.5 w-3.5 self-center bg-ok" />
            <span className="me-auto">{t('matrix.machinesRunIt', { count: figures.machines })}</span>
            {figures.median !== null && (
              <span className="tabular-nums">
                <b className="font-semibold">{formatRate(figures.median)}</b>{' '}
                <span className="text-12 text-text-2">
                  {t('matrix.perMinuteInHours', { hours: formatRate(figures.hours) })}
                </span>
              </span>
            )}
          </p>
          {figures.p10 !== null && figures.p90 !== null && (
            <p className="text-12 text-text-2">
              {t('matrix.medianWhileRunning', { p10: formatRate(figures.p10), p90: formatRate(figures.p90) })}
            </p>
          )}
          {figures.promises !== null && <p className="text-12 text-text-2">{promisedWords(figures.promises)}</p>}
        </>
      )}
    </DrawerPart>
  )
}

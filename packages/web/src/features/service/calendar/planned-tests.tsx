import type { ServiceCalendar } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'

type PlannedTest = NonNullable<ServiceCalendar['tests']>[number]

const kindWords: Readonly<Record<PlannedTest['kind'], string>> = {
  factory: t('promises.factoryTest'),
  site: t('promises.siteTest'),
}

interface PlannedTestsProps {
  tests: ServiceCalendar['tests']
  engineers: ServiceCalendar['engineers']
}

/** Acceptance tests of ordered machines that are planned for these days, each with the way to its form. */
export function PlannedTests({ tests = [], engineers }: PlannedTestsProps) {
  if (tests.length === 0) return null
  return (
    <PanelFrame title={t('promises.acceptanceTests')} className="shrink-0">
      <ul aria-label={t('promises.acceptanceTests')} className="max-h-40 overflow-auto border-t border-line">
        {tests.map((test) => {
          const { orderedMachineId, kind, number, description, customer, plannedOn, engineerId } = test
          const engineer = engineers.find(({ id }) => id === engineerId)?.name
          return (
            <li
              key={`${orderedMachineId}/${kind}`}
              className="border-b border-line px-4 py-1.5 text-13 last:border-b-0"
            >
              <span className="wrap-anywhere">
                <AppLink href={addressOf(test)} className="max-md:py-2.5">
                  {kindWords[kind]} · <span translate="no">{number}</span>
                </AppLink>{' '}
                <span className="text-text-2" translate="no">
                  · {[description, customer].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="block text-12 text-text-2 tabular-nums">
                {formatPlainDate(plannedOn)}
                {engineer !== undefined && <span translate="no"> · {engineer}</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </PanelFrame>
  )
}

/** The form; of a test on site before its claim the ordered machine, since there is no machine to enter it for yet. */
function addressOf({ kind, orderedMachineId, machineID }: PlannedTest): string {
  if (kind === 'factory') return `/ordered-machines/${orderedMachineId}/acceptance-tests?record=test`
  if (machineID === null) return `/ordered-machines?open=${orderedMachineId}`
  return `/machines/${encodeURIComponent(machineID)}/promises?record=test`
}

import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CompareSelect } from './compare-select.tsx'
import { DateStepper } from './date-stepper.tsx'
import { useWindow } from './machine-window.ts'
import { ShareButton } from './share-button.tsx'
import { rangeWords } from './window-words.ts'

/** Which stretch of time the page shows, what it is compared with, and what else acts on the whole page. */
export function WindowBar({ children }: { children: ReactNode }) {
  const { view, span, clock, control } = useWindow()
  return (
    <section aria-label={t('monitoring.windowOfTheCharts')} className="max-md:w-full">
      <div className="flex flex-wrap items-center gap-2 max-md:*:grow md:justify-end">
        <DateStepper />
        {view.zoom && (
          <Button className="px-2.5" onClick={() => control.zoomOut()}>
            {t('monitoring.zoomOut')}
          </Button>
        )}
        <CompareSelect />
        <ShareButton />
        {children}
      </div>
      <p className="mt-1 text-12 text-text-2 tabular-nums md:text-end">
        <b className="font-semibold text-text">{rangeWords(span, clock)}</b> ·{' '}
        {t('monitoring.timesIn', { zone: clock.zone.replaceAll('_', ' ') })}
      </p>
    </section>
  )
}

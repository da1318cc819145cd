import type { PromiseActual } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { DASH } from '../../lib/format/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { differenceWords, figureWords, resultViews, writtenIn } from './promise-words.ts'

interface PromiseTableProps {
  promises: readonly PromiseActual[]
  chosen: string | undefined
  onChoose: (id: string) => void
  /** Where the page is about a promise. */
  addressOf: (id: string) => string
  /** What adds to them. */
  acts: ReactNode
}

/** Every promise of a machine with what became of it; the name chooses the one that the page is about. */
export function PromiseTable({ promises, chosen, onChoose, addressOf, acts }: PromiseTableProps) {
  const count = (result: PromiseActual['result']) => promises.filter((promise) => promise.result === result).length
  return (
    <PanelFrame
      title={t('promises.everyPromise')}
      aside={
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-12 text-text-2">
            {t('promises.counts', {
              kept: count('kept'),
              missed: count('missed'),
              open: count('notMeasured'),
              other: count('notComparable'),
            })}
          </span>
          {acts}
        </div>
      }
    >
      <div className="overflow-x-auto">
        <table className="w-full text-13">
          <thead>
            <tr className="bg-surface-2 text-12 text-text-2">
              <Head>{t('promises.promise')}</Head>
              <Head>{t('promises.writtenIn')}</Head>
              <Head end>{t('promises.promised')}</Head>
              <Head end>{t('promises.fat')}</Head>
              <Head end>{t('promises.sat')}</Head>
              <Head end>{t('promises.live')}</Head>
              <Head end>{t('promises.difference')}</Head>
              <Head>{t('promises.result')}</Head>
            </tr>
          </thead>
          <tbody>
            {promises.map((promise) => {
              const { id, name, unit, figure, tests, live, difference, result } = promise
              const { tone, word, icon } = resultViews[result]
              return (
                <tr key={id} className={classNames('border-t border-line', id === chosen && 'bg-kraft-soft')}>
                  <th scope="row" className="px-4 py-1 text-start font-semibold">
                    <RowLink
                      href={addressOf(id)}
                      aria-current={id === chosen || undefined}
                      onOpen={() => onChoose(id)}
                      className="flex min-h-9 items-center hover:underline max-md:min-h-11"
                      translate="no"
                    >
                      {name}
                    </RowLink>
                  </th>
                  <td className="px-4 text-text-2" translate="no">
                    {writtenIn(promise)}
                  </td>
                  <Figure value={figure} unit={unit} />
                  <Figure value={tests.factory?.value} unit={unit} />
                  <Figure value={tests.site?.value} unit={unit} />
                  <Figure value={live?.value} unit={unit} />
                  <td className="px-4 text-end whitespace-nowrap tabular-nums">
                    {difference === null ? DASH : differenceWords(difference)}
                  </td>
                  <td className="px-4">
                    <Badge tone={tone} icon={icon}>
                      {word}
                    </Badge>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </PanelFrame>
  )
}

function Head({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={classNames('px-4 py-2 font-semibold whitespace-nowrap', end ? 'text-end' : 'text-start')}
    >
      {children}
    </th>
  )
}

function Figure({ value, unit }: { value: number | undefined; unit: string }) {
  return (
    <td className="px-4 text-end whitespace-nowrap tabular-nums" translate="no">
      {value === undefined ? DASH : `${figureWords(value)} ${unit}`}
    </td>
  )
}

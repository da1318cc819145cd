import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { allOf } from '../../../lib/format/lists.ts'
import { formatPrice } from '../../../lib/format/money.ts'
import type { Answers } from './answers.ts'
import { takenOptions } from './configuration.ts'
import { daysWords } from './days-words.ts'
import { addAmounts, formatAmount, formatSurcharge, timesAmount } from './money.ts'
import { QuoteActions } from './quote-actions.tsx'
import { dayAfter, missingPrices, type Totals, totalsOf } from './totals.ts'
import type { OptionsState } from './use-options.ts'

export interface TotalsBarProps {
  options: OptionsState
  answers: Answers
  showsPrices: boolean
}

/** Price and lead time of the machine as it is configured. What can be done with it stands below. */
export function TotalsBar({ options, answers, showsPrices }: TotalsBarProps) {
  const { configured } = options
  if (configured === undefined) return null
  const taken = takenOptions(configured)
  const totals = totalsOf(configured.content, taken)
  return (
    <section
      aria-label={t('configurator.priceAndLeadTime')}
      className="grid content-end gap-2 border-t-2 border-s border-t-text border-s-line bg-surface px-[18px] pt-3 pb-3.5 md:col-start-3 max-lg:md:col-span-full max-lg:sticky max-lg:bottom-0 max-lg:z-5 max-lg:col-start-1 max-lg:border-s-0 max-md:gap-1 max-md:px-4 max-md:py-2.5"
    >
      {configured.states !== undefined && showsPrices && (
        <Price totals={totals} all={configured.content.options.length} machines={answers.machines} />
      )}
      <Line label={t('configurator.leadTime')} value={leadWords(totals.leadDays)} />
      <Announcement configured={configured} totals={totals} showsPrices={showsPrices} />
      <QuoteActions options={options} answers={answers} />
    </section>
  )
}

/** @param props.all how many options the machine can have */
function Price({ totals, all, machines }: { totals: Totals; all: number; machines: number }) {
  const missing = missingPrices(totals)
  const total = totals.total ?? addAmounts([totals.base ?? '0', totals.options])
  return (
    <>
      <div className="grid gap-2 max-md:hidden">
        <Line label={t('configurator.basePrice')} value={formatAmount(totals.base, totals.currency)} />
        {totals.optionCount > 0 && (
          <Line
            label={t('configurator.takenOfOptions', { taken: totals.optionCount, count: all })}
            value={formatSurcharge(totals.options, totals.currency)}
          />
        )}
        {machines > 1 && <Line label={t('configurator.timesMachines', { count: machines })} value={`× ${machines}`} />}
      </div>
      <p className="flex items-baseline justify-between gap-3 tabular-nums">
        <span className="text-13">{t('configurator.exclVat', { currency: totals.currency ?? '' })}</span>
        <b className="font-display text-[22px] leading-[26px] font-[650]">
          {formatAmount(timesAmount(total, machines), totals.currency)}
        </b>
      </p>
      {missing.length > 0 && (
        <p className="text-12 text-warn">{t('configurator.priceIsMissing', { names: allOf(missing) })}</p>
      )}
    </>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <p className="flex justify-between gap-3 text-13 text-text-2 tabular-nums">
      <span>{label}</span>
      <span>{value}</span>
    </p>
  )
}

function leadWords(days: number | null): string {
  if (days === null) return t('configurator.noLeadTime')
  return t('configurator.leadBy', { time: daysWords(days), day: formatPlainDate(dayAfter(new Date(), days)) })
}

type AnnouncementProps = { configured: NonNullable<OptionsState['configured']>; totals: Totals; showsPrices: boolean }

/** Read aloud after a click: what rules made of it, and the price. */
function Announcement({ configured, totals, showsPrices }: AnnouncementProps) {
  const states = [...(configured.states?.states.values() ?? [])]
  const count = (state: string) => states.filter((one) => one === state).length
  const values = { implied: count('implied'), excluded: count('excluded') }
  const price = formatPrice(totals.total, totals.currency)
  return (
    <p role="status" className="sr-only">
      {showsPrices
        ? t('configurator.optionsAnnounced', { ...values, price })
        : t('configurator.optionsAnnouncedWithoutPrice', values)}
    </p>
  )
}

import { COMMISSIONING, DELIVERY, EXTRAS, minusDecimals, type ProjectPrice } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId, useState } from 'react'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { useIsPhone } from '../../../resource/frame.tsx'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { ChevronUpIcon } from '../../../ui/tool-icons.tsx'
import { TargetBar } from './target-bar.tsx'
import { useSheet, useWorkspace } from './workspace-context.ts'

/** What the project comes to, with each key that is typed. */
export function TotalsBar() {
  return useIsPhone() ? <FoldedTotals /> : <WholeTotals />
}

function WholeTotals() {
  const { net, withTax } = useTotal()
  return (
    <section
      aria-label={t('estimator.totals')}
      className="sticky bottom-0 z-20 flex flex-wrap items-end gap-x-6 gap-y-1 rounded-b-panel border border-t-2 border-line border-t-text bg-surface px-4 py-2.5"
    >
      <dl className="contents">
        <Sums />
        <div className="ms-auto text-end">
          <dt className="text-11 text-text-2">
            {t('estimator.totalNet')}
            {withTax !== undefined && ` · ${withTax}`}
          </dt>
          <dd data-total className="font-display text-[22px] leading-7 font-semibold tabular-nums">
            {net}
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** One line, so that it leaves the room to what it is the total of. A tap opens what it is made of. */
function FoldedTotals() {
  const { net, withTax, marginPercent, isLow } = useTotal()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section
      aria-label={t('estimator.totals')}
      data-full-width
      className="sticky bottom-0 z-20 -mx-4 border-t-2 border-t-text bg-surface"
    >
      {isOpen && (
        <dl id={id} className="grid max-h-[50dvh] grid-cols-2 gap-x-4 gap-y-2 overflow-auto px-4 pt-2.5">
          <Sums />
        </dl>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 px-4 text-start"
      >
        <span className="min-w-0 flex-1 text-12 text-text-2">
          {isOpen && withTax !== undefined ? `${t('estimator.totalNet')} · ${withTax}` : t('estimator.totalNet')}
        </span>
        {!isOpen && marginPercent !== undefined && (
          <span className={`text-12 tabular-nums ${isLow ? 'text-warn' : 'text-text-2'}`}>
            <span className="sr-only">{t('estimator.marginSum')} </span>
            {isLow && '⚠ '}
            {marginPercent}
          </span>
        )}
        <span data-total className="font-display text-18 font-semibold whitespace-nowrap tabular-nums">
          {net}
        </span>
        {isOpen ? <ChevronDownIcon size={16} /> : <ChevronUpIcon size={16} />}
      </button>
    </section>
  )
}

/** The total as it is read, and the margin that is in it for those who may see it. */
function useTotal() {
  const { store } = useWorkspace()
  const price = useSheet((one) => one.price)
  const currency = useSheet(({ project }) => project.currency)
  const target = useSheet(({ project }) => project.targetMargin)
  const words = (amount: string) => readableDecimal(amount, store.currency.minorUnits)
  const percent = store.seesCosts ? price.marginPercent : null
  return {
    net: `${currency} ${words(price.net)}`,
    withTax: price.taxes.length > 0 ? t('estimator.totalWithTax', { total: words(price.total) }) : undefined,
    marginPercent: percent === null ? undefined : `${readableDecimal(percent, 1)} %`,
    isLow: isUnder(percent, target),
  }
}

/** What the total is made of, and what is earned with it. */
function Sums() {
  const { store } = useWorkspace()
  const price = useSheet((one) => one.price)
  const target = useSheet(({ project }) => project.targetMargin)
  const words = (amount: string) => readableDecimal(amount, store.currency.minorUnits)
  return (
    <>
      {partsOf(price).map(([label, amount]) => (
        <Sum key={label} label={label}>
          {words(amount)}
        </Sum>
      ))}
      {store.seesCosts && <Sum label={t('estimator.costSum')}>{price.cost === null ? '–' : words(price.cost)}</Sum>}
      {store.seesCosts && <Margin price={price} target={target} words={words} />}
      {store.seesCosts && target !== null && <TargetBar margin={price.marginPercent} target={target} />}
    </>
  )
}

/** The amounts that make the net total. */
function partsOf({ sections, subtotal, discount }: ProjectPrice): [label: string, amount: string][] {
  const of = (name: string) => sections[name] ?? '0'
  const rest = [EXTRAS, DELIVERY, COMMISSIONING].reduce((sum, name) => minusDecimals(sum, of(name)), subtotal)
  const all: [string, string][] = [
    [t('estimator.lines'), rest],
    [t('estimator.extrasShort'), of(EXTRAS)],
    [t('estimator.deliverySum'), of(DELIVERY)],
    [t('estimator.commissioningSum'), of(COMMISSIONING)],
    [t('estimator.discountSum'), minusDecimals('0', discount)],
  ]
  return all.filter(([, amount], index) => index === 0 || Number(amount) !== 0)
}

interface MarginProps {
  price: ProjectPrice
  target: string | null
  words: (amount: string) => string
}

function Margin({ price: { net, cost, marginPercent }, target, words }: MarginProps) {
  if (cost === null) return <Sum label={t('estimator.marginSum')}>{t('estimator.incomplete')}</Sum>
  const why = isUnder(marginPercent, target)
    ? t('estimator.underTarget', { target: readableDecimal(target ?? '0') })
    : undefined
  return (
    <Sum label={t('estimator.marginSum')} title={why}>
      {words(minusDecimals(net, cost))}
      {marginPercent !== null && (
        <span className={`ms-1.5 font-medium ${why !== undefined ? 'text-warn' : 'text-text-2'}`}>
          {why !== undefined && '⚠ '}
          {readableDecimal(marginPercent, 1)} %
        </span>
      )}
      {why !== undefined && <span className="sr-only">{why}</span>}
    </Sum>
  )
}

function isUnder(margin: string | null, target: string | null): boolean {
  return target !== null && margin !== null && Number(margin) < Number(target)
}

interface SumProps {
  label: string
  title?: string | undefined
  children: React.ReactNode
}

function Sum({ label, title, children }: SumProps) {
  return (
    <div title={title}>
      <dt className="text-11 text-text-2">{label}</dt>
      <dd className="text-14 font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

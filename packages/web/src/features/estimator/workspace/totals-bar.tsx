import { COMMISSIONING, DELIVERY, EXTRAS, minusDecimals, type ProjectPrice } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { TargetBar } from './target-bar.tsx'
import { useSheet, useWorkspace } from './workspace-context.ts'

/** What the project comes to, with each key that is typed. */
export function TotalsBar() {
  const { store } = useWorkspace()
  const price = useSheet((one) => one.price)
  const currency = useSheet(({ project }) => project.currency)
  const target = useSheet(({ project }) => project.targetMargin)
  const words = (amount: string) => readableDecimal(amount, store.currency.minorUnits)
  return (
    <section
      aria-label={t('estimator.totals')}
      className="sticky bottom-0 z-20 flex flex-wrap items-end gap-x-6 gap-y-1 rounded-b-panel border border-t-2 border-line border-t-text bg-surface px-4 py-2.5"
    >
      <dl className="contents">
        {partsOf(price).map(([label, amount]) => (
          <Sum key={label} label={label} optional>
            {words(amount)}
          </Sum>
        ))}
        {store.seesCosts && <Sum label={t('estimator.costSum')}>{price.cost === null ? '–' : words(price.cost)}</Sum>}
        {store.seesCosts && <Margin price={price} target={target} words={words} />}
        {store.seesCosts && target !== null && <TargetBar margin={price.marginPercent} target={target} />}
        <div className="ms-auto text-end">
          <dt className="text-11 text-text-2">
            {t('estimator.totalNet')}
            {price.taxes.length > 0 && ` · ${t('estimator.totalWithTax', { total: words(price.total) })}`}
          </dt>
          <dd data-total className="font-display text-[22px] leading-7 font-semibold tabular-nums">
            {currency} {words(price.net)}
          </dd>
        </div>
      </dl>
    </section>
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
  const isLow = target !== null && marginPercent !== null && Number(marginPercent) < Number(target)
  const why = isLow ? t('estimator.underTarget', { target: readableDecimal(target) }) : undefined
  return (
    <Sum label={t('estimator.marginSum')} title={why}>
      {words(minusDecimals(net, cost))}
      {marginPercent !== null && (
        <span className={`ms-1.5 font-medium ${isLow ? 'text-warn' : 'text-text-2'}`}>
          {isLow && '⚠ '}
          {readableDecimal(marginPercent, 1)} %
        </span>
      )}
      {why !== undefined && <span className="sr-only">{why}</span>}
    </Sum>
  )
}

interface SumProps {
  label: string
  /** Left out where there is little room. */
  optional?: boolean
  title?: string | undefined
  children: React.ReactNode
}

function Sum({ label, optional, title, children }: SumProps) {
  return (
    <div title={title} className={optional ? 'max-md:hidden' : ''}>
      <dt className="text-11 text-text-2">{label}</dt>
      <dd className="text-14 font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

import { t } from '@packhouse/messages'
import { useId } from 'react'
import { formatMoney } from '../../lib/format/money.ts'
import { classNames } from '../../ui/class-names.ts'
import { PromisedSpeed } from './promised-speed.tsx'
import type { ScopeProps } from './quote-scope.tsx'
import { SoldFor } from './sold-for.tsx'
import type { ShownQuote } from './use-quote.ts'

/** A line and what may be taken in its place: one of them. */
export function AlternativeChoice({
  item,
  quote,
  chosen: { choices, price, choose },
  isOpen,
}: ScopeProps & { item: ShownQuote['content']['items'][number] }) {
  const name = useId()
  const { minorUnits } = quote.content
  const ids = item.alternatives.map(({ id }) => id)
  const taken = ids.find((id) => choices.alternatives.includes(id)) ?? item.id
  const take = (id: string) => {
    const others = choices.alternatives.filter((one) => !ids.includes(one))
    choose({ ...choices, alternatives: id === item.id ? others : [...others, id] })
  }
  return (
    <fieldset className="order-3 col-span-full mt-2 grid grid-cols-2 gap-2.5 max-md:grid-cols-1">
      <legend className="mb-1.5 text-13 text-text-2">{t('quotePage.chooseOne')}</legend>
      {[item, ...item.alternatives].map((line) => (
        <label
          key={line.id}
          className={classNames(
            'flex min-h-11 items-baseline gap-2.5 rounded-control border px-3.5 py-2.5 text-13 has-focus-visible:outline-2 has-focus-visible:outline-focus',
            line.id === taken ? 'border-kraft bg-kraft-soft shadow-[0_0_0_1px_var(--kraft)]' : 'border-line-2',
            isOpen && 'cursor-pointer',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={line.id === taken}
            disabled={!isOpen}
            onChange={() => take(line.id)}
            className="size-4 shrink-0 translate-y-0.5 appearance-none rounded-full border-[1.5px] border-control bg-surface outline-none checked:border-5 checked:border-action"
          />
          <span className="grid min-w-0 flex-1">
            <span className="font-semibold wrap-anywhere">{line.description}</span>
            <SoldFor line={line} minorUnits={minorUnits} />
            <PromisedSpeed line={line} className="text-text-2" />
          </span>
          <span className="font-semibold whitespace-nowrap tabular-nums">
            {formatMoney(price.lines[line.id], minorUnits)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

import { t } from '@packhouse/messages'
import { formatMoney } from '../../lib/format/money.ts'
import { AlternativeChoice } from './alternative-choice.tsx'
import { ExtraChoice } from './extra-choice.tsx'
import { PromisedSpeed } from './promised-speed.tsx'
import { SoldFor } from './sold-for.tsx'
import type { Chosen, ShownQuote } from './use-quote.ts'

export interface ScopeProps {
  quote: ShownQuote
  chosen: Chosen
  isOpen: boolean
}

/** Sections with their lines, alternatives as a choice of one, and extras as switches. */
export function QuoteScope({ quote, chosen, isOpen }: ScopeProps) {
  const { items, extras, minorUnits } = quote.content
  const sections = [...new Set(items.map(({ section }) => section))]
  return (
    <>
      {sections.map((section, place) => (
        <section key={section} className="mt-6" aria-label={section}>
          <SectionHead
            number={place + 1}
            name={section}
            sum={formatMoney(chosen.price.sections[section], minorUnits)}
          />
          <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
            {items
              .filter((item) => item.section === section)
              .map((item) => (
                <ItemLine key={item.id} item={item} {...{ quote, chosen, isOpen }} />
              ))}
          </ul>
        </section>
      ))}
      {extras.length > 0 && (
        <section className="mt-6" aria-label={t('quotePage.extras')}>
          <h2 className="mb-2.5 flex items-baseline gap-2.5 text-20">
            {t('quotePage.extras')}
            {isOpen && (
              <span className="ms-auto text-13 font-normal text-text-2">{t('quotePage.changeUntilAccept')}</span>
            )}
          </h2>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-3">
            {extras.map((extra) => (
              <ExtraChoice key={extra.id} extra={extra} {...{ quote, chosen, isOpen }} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

export function SectionHead({ number, name, sum }: { number: number; name: string; sum: string }) {
  return (
    <h2 className="mb-2.5 flex items-baseline gap-2.5 text-20">
      <span className="font-medium text-text-3">{number}</span>
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <span className="ms-auto text-15 tabular-nums">{sum}</span>
    </h2>
  )
}

function ItemLine({ item, quote, chosen, isOpen }: ScopeProps & { item: ShownQuote['content']['items'][number] }) {
  const { minorUnits } = quote.content
  const taken = item.alternatives.find(({ id }) => chosen.choices.alternatives.includes(id)) ?? item
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-baseline gap-x-4 gap-y-1 px-5 py-3.5 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4">
      <span className="text-15 font-semibold whitespace-pre-line wrap-anywhere">{taken.description}</span>
      <span className="text-13 max-md:order-1 max-md:col-span-full">
        <SoldFor line={taken} minorUnits={minorUnits} />
      </span>
      <span className="min-w-28 text-end font-semibold tabular-nums max-md:min-w-0">
        {formatMoney(chosen.price.lines[taken.id], minorUnits)}
      </span>
      {taken.options.length > 0 && (
        <p className="order-2 col-span-full text-13 text-text-2">{taken.options.join(' · ')}</p>
      )}
      <PromisedSpeed line={taken} className="order-2 col-span-full text-13 text-text-2" />
      {item.alternatives.length > 0 && <AlternativeChoice item={item} {...{ quote, chosen, isOpen }} />}
    </li>
  )
}

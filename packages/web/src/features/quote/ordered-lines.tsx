import { takenOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatMoney } from '../../lib/format/money.ts'
import { PromisedSpeed } from './promised-speed.tsx'
import type { ScopeProps } from './quote-scope.tsx'
import { SoldFor } from './sold-for.tsx'

/** Everything that is ordered with the choices as they are, line by line, as it is signed. */
export function OrderedLines({ quote: { content }, chosen: { choices, price } }: Omit<ScopeProps, 'isOpen'>) {
  const taken = takenOf(content, choices)
  const sections = [...new Set(content.items.map(({ section }) => section))].map((section) => ({
    name: section,
    lines: content.items
      .filter((item) => item.section === section)
      .map((item) => item.alternatives.find(({ id }) => choices.alternatives.includes(id)) ?? item),
  }))
  const extras = { name: t('quotePage.extras'), lines: content.extras.filter(({ id }) => taken.has(id)) }
  return (
    <section aria-label={t('quotePage.whatYouOrder')} className="my-5 rounded-panel border border-line bg-surface">
      {[...sections, extras].map(
        ({ name, lines }) =>
          lines.length > 0 && (
            <div key={name} className="border-line not-first:border-t">
              <h2 className="bg-surface-2 px-5 py-2 text-14 first:rounded-t-panel max-md:px-4">{name}</h2>
              <ul className="divide-y divide-line">
                {lines.map((line) => (
                  <li
                    key={line.id}
                    className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-5 py-2 text-13 tabular-nums max-md:px-4"
                  >
                    <span className="font-[550] whitespace-pre-line wrap-anywhere">{line.description}</span>
                    <span className="text-end font-semibold">
                      {formatMoney(price.lines[line.id], content.minorUnits)}
                    </span>
                    <SoldFor line={line} minorUnits={content.minorUnits} />
                    {'options' in line && line.options.length > 0 && (
                      <span className="col-span-full text-12 text-text-2">{line.options.join(' · ')}</span>
                    )}
                    {'promisedSpeed' in line && (
                      <PromisedSpeed line={line} className="col-span-full text-12 text-text-2" />
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}

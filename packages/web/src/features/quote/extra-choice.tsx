import { canBeTaken, takenOf } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatMoney } from '../../lib/format/money.ts'
import { classNames } from '../../ui/class-names.ts'
import type { ScopeProps } from './quote-scope.tsx'
import { SoldFor } from './sold-for.tsx'
import type { ShownQuote } from './use-quote.ts'

/** An extra with its switch. One that goes only with something else is off without that. */
export function ExtraChoice({
  extra,
  quote: { content },
  chosen: { choices, price, choose },
  isOpen,
}: ScopeProps & { extra: ShownQuote['content']['extras'][number] }) {
  const { id, description, recommended, selectable } = extra
  const taken = takenOf(content, choices)
  const isTaken = taken.has(id)
  const needs = [...content.items.flatMap((item) => [item, ...item.alternatives]), ...content.extras].find(
    (one) => one.id === extra.onlyWithItem || one.id === extra.onlyWithExtra,
  )
  const mayChange = isOpen && selectable && (isTaken || canBeTaken(extra, taken))
  const toggle = () => {
    const extras = isTaken ? choices.extras.filter((one) => one !== id) : [...choices.extras, id]
    choose({ ...choices, extras })
  }
  return (
    <label
      className={classNames(
        'flex flex-col gap-1 rounded-panel border px-4 py-3.5 text-13 has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isTaken ? 'border-kraft bg-kraft-soft shadow-[0_0_0_1px_var(--kraft)]' : 'border-line-2 bg-surface',
        mayChange && 'cursor-pointer',
      )}
    >
      {recommended && <span className="text-12 font-[550] text-kraft-strong">★ {t('quotePage.recommended')}</span>}
      <span className="text-15 font-semibold whitespace-pre-line wrap-anywhere">{description}</span>
      <span className="text-text-2">
        <SoldFor line={extra} minorUnits={content.minorUnits} />
        {needs && ` · ${t('quotePage.onlyWith', { what: needs.description })}`}
      </span>
      <span className="mt-auto flex items-center justify-between pt-2.5 font-semibold tabular-nums">
        +{formatMoney(price.lines[id], content.minorUnits)}
        <input
          type="checkbox"
          role="switch"
          aria-checked={isTaken}
          checked={isTaken}
          disabled={!mayChange}
          onChange={toggle}
          className="relative h-5 w-9 appearance-none rounded-full border border-control bg-surface outline-none before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control checked:border-action checked:bg-action checked:before:left-[18px] checked:before:bg-surface disabled:opacity-60"
        />
      </span>
    </label>
  )
}

import { EXTRAS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo, useState } from 'react'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { AddLine } from './add-line.tsx'
import { sectionsOf } from './grid-rows.ts'
import type { Extra, Item } from './project-sheet.ts'
import { useOpenPart } from './use-open-part.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

/** Lines and extras where there is little room: what a line is, how many, what it comes to. The rest is in the sheet of the line. */
export function ItemCards({ emptySections }: { emptySections: readonly string[] }) {
  const items = useSheet(({ sheet }) => sheet.items)
  const extras = useSheet(({ sheet }) => sheet.extras)
  const sections = useMemo(() => sectionsOf(items), [items])
  const empty = emptySections.filter((name) => sections.every((section) => section.name !== name))
  return (
    <div className="flex-1 pb-4">
      {sections.map(({ name, lines }, at) => (
        <CardGroup key={name} title={name} number={at + 1} section={name} kind="items" rows={lines} />
      ))}
      {empty.map((name, at) => (
        <CardGroup key={name} title={name} number={sections.length + at + 1} section={name} kind="items" rows={[]} />
      ))}
      <CardGroup title={t('estimator.extras')} number={undefined} section={undefined} kind="extras" rows={extras} />
    </div>
  )
}

interface CardGroupProps {
  title: string
  number: number | undefined
  section: string | undefined
  kind: 'items' | 'extras'
  rows: readonly (Item | Extra)[]
}

function CardGroup({ title, number, section, kind, rows }: CardGroupProps) {
  const { store, editing } = useWorkspace()
  const [isAdding, setAdding] = useState(false)
  const sum = useSheet(({ price }) => price.sections[section ?? EXTRAS] ?? '0')
  return (
    <section aria-label={title}>
      <h2 className="flex gap-2 border-b border-line bg-surface-3 px-4 py-2.5 text-14 font-semibold">
        {number !== undefined && <span className="tabular-nums">{number}</span>}
        <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
        <span className="tabular-nums">{readableDecimal(sum, store.currency.minorUnits)}</span>
      </h2>
      <ul>
        {rows.map((row) => (
          <Card key={row.id} kind={kind} row={row} />
        ))}
      </ul>
      {editing && (
        <div className="relative min-h-11 border-b border-line bg-surface px-2">
          {isAdding ? (
            <AddLine
              section={section}
              text=""
              onClose={() => setAdding(false)}
              onPasteTable={() => store.draft.set(undefined)}
            />
          ) : (
            <Button variant="quiet" onClick={() => setAdding(true)}>
              <PlusIcon size={14} />
              {section === undefined ? t('estimator.addExtra') : t('estimator.addLineTo', { section })}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Card({ kind, row }: { kind: 'items' | 'extras'; row: Item | Extra }) {
  const { store, editing } = useWorkspace()
  const { open } = useOpenPart()
  const net = useSheet((sheet) => sheet.linePrice(row.id)?.net ?? '0')
  const isAlternative = 'alternativeToId' in row && row.alternativeToId !== null
  const isExtra = 'selected' in row
  const counts = isExtra ? row.selected : !isAlternative
  const words = readableDecimal(net, store.currency.minorUnits)
  return (
    <li
      className={`flex items-center border-b [content-visibility:auto] [contain-intrinsic-height:auto_53px] border-line bg-surface ${counts ? '' : 'text-text-2'}`}
    >
      {isExtra && (
        <label className="grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            className="size-4 accent-action"
            aria-label={t('estimator.include', { name: row.description })}
            checked={row.selected}
            disabled={!editing}
            onChange={({ target }) =>
              store.make({
                changes: [{ kind: 'extras', op: 'update', id: row.id, values: { selected: target.checked } }],
                order: [],
              })
            }
          />
        </label>
      )}
      <button
        type="button"
        onClick={() => open({ kind, id: row.id })}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-start text-13"
      >
        <span className={`min-w-0 flex-1 ${isAlternative ? 'ps-4' : ''}`}>
          {row.description}
          {isAlternative && (
            <span className="ms-2 rounded-state bg-surface-3 px-1.5 text-11 font-semibold">
              {t('estimator.alternative')}
            </span>
          )}
        </span>
        <span className="tabular-nums">{readableDecimal(row.quantity)}</span>
        <b className="w-24 shrink-0 text-end font-[550] tabular-nums">{counts ? words : `(${words})`}</b>
      </button>
    </li>
  )
}

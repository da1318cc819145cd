import { EXTRAS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { EXTRAS_KEY, sectionsOf } from './grid-rows.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

interface SectionListProps {
  /** The section with the cursor, or the key of the extras. */
  current: string
  onGo: (section: string) => void
  onAdd: (name: string) => void
}

/** The sections of the project with their sums: the way to each of them. */
export function SectionList({ current, onGo, onAdd }: SectionListProps) {
  const { editing } = useWorkspace()
  const items = useSheet(({ sheet }) => sheet.items)
  const hasExtras = useSheet(({ sheet }) => sheet.extras.length > 0)
  const names = useMemo(() => sectionsOf(items).map(({ name }) => name), [items])
  const add = () => {
    const base = t('estimator.newSection')
    const isTaken = (name: string) => names.includes(name)
    const free = [base, ...names.map((_, at) => `${base} ${at + 2}`)].find((name) => !isTaken(name))
    onAdd(free ?? base)
  }
  return (
    <nav aria-label={t('estimator.sections')} className="w-44 shrink-0 overflow-auto max-xl:hidden">
      <ul className="grid grid-cols-1 gap-0.5">
        {names.map((name, at) => (
          <SectionEntry
            key={name}
            name={name}
            label={`${at + 1} ${name}`}
            isCurrent={name === current}
            onGo={() => onGo(name)}
          />
        ))}
        {hasExtras && (
          <SectionEntry
            name={EXTRAS}
            label={t('estimator.extras')}
            isCurrent={current === EXTRAS_KEY}
            onGo={() => onGo(EXTRAS_KEY)}
          />
        )}
      </ul>
      {editing && (
        <Button variant="quiet" size="dense" className="mt-2" onClick={add}>
          <PlusIcon size={14} />
          {t('estimator.addSection')}
        </Button>
      )}
    </nav>
  )
}

interface SectionEntryProps {
  name: string
  label: string
  isCurrent: boolean
  onGo: () => void
}

function SectionEntry({ name, label, isCurrent, onGo }: SectionEntryProps) {
  const { store } = useWorkspace()
  const sum = useSheet(({ price }) => price.sections[name] ?? '0')
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onGo}
        className="flex min-h-7 w-full items-center gap-2 rounded-control border-s-3 border-transparent px-2 py-1 text-start text-13 hover:bg-surface-3 aria-[current]:border-kraft aria-[current]:bg-surface aria-[current]:font-semibold"
      >
        <span className="min-w-0 flex-1 truncate" title={label}>
          {label}
        </span>
        <span className="font-normal text-text-2 tabular-nums">{readableDecimal(sum, store.currency.minorUnits)}</span>
      </button>
    </li>
  )
}

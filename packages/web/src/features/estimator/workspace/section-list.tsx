import { EXTRAS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { readableDecimal } from './decimal-text.ts'
import { sectionsOf } from './grid-rows.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

/** The sections of the project with their sums. */
export function SectionList({ onAdd }: { onAdd: (name: string) => void }) {
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
          <SectionEntry key={name} name={name} label={`${at + 1} ${name}`} />
        ))}
        {hasExtras && <SectionEntry name={EXTRAS} label={t('estimator.extras')} />}
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

function SectionEntry({ name, label }: { name: string; label: string }) {
  const sum = useSheet(({ price }) => price.sections[name] ?? '0')
  return (
    <li className="flex gap-2 rounded-control px-2.5 py-1 text-13">
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <span className="text-text-2 tabular-nums">{readableDecimal(sum.split('.')[0] ?? '0')}</span>
    </li>
  )
}

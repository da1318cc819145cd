import { t } from '@packhouse/messages'
import { formatCount } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/select.tsx'
import { CategoryIcon } from '../machine-category.tsx'
import { useIsNarrow } from '../machines/use-is-narrow.ts'

interface TypeListProps {
  types: readonly ResourceRow[]
  chosen: string
  onChoose: (id: string) => void
}

/** The types with the number of their machines; a choice of one on a narrow screen. */
export function TypeList({ types, chosen, onChoose }: TypeListProps) {
  if (useIsNarrow()) {
    const options = types.map(({ id, name }) => ({ value: id, label: String(name) }))
    return <Select label={t('library.type')} options={options} value={chosen} onValueChange={onChoose} />
  }
  return (
    <nav
      aria-label={t('library.machineTypes')}
      className="w-58 shrink-0 overflow-y-auto rounded-panel border border-line bg-surface"
    >
      <ul>
        {types.map(({ id, name, category, machineCount }) => (
          <li key={id} className="border-b border-line">
            <AppLink
              href={`/library/types?type=${id}`}
              aria-current={id === chosen ? 'true' : undefined}
              className="flex min-h-10 items-center gap-2.5 px-3.5 py-1.5 text-13 no-underline hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current]:bg-kraft-soft aria-[current]:font-semibold aria-[current]:shadow-[inset_3px_0_0_var(--kraft)] rtl:aria-[current]:shadow-[inset_-3px_0_0_var(--kraft)]"
            >
              <CategoryIcon category={category} />
              <span className="min-w-0 wrap-anywhere">{String(name)}</span>
              <span
                title={t('library.machinesOfType', { count: Number(machineCount) })}
                className="ms-auto text-12 font-normal text-text-2 tabular-nums"
              >
                <span aria-hidden="true">{formatCount(Number(machineCount))}</span>
                <span className="sr-only">{t('library.machinesOfType', { count: Number(machineCount) })}</span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

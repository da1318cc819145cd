import { t } from '@packhouse/messages'
import { useSyncExternalStore } from 'react'
import { declared } from '../../../resource/registry.ts'
import type { ListAddress } from '../../../resource/use-list-state.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import { Select } from '../../../ui/select.tsx'
import { type CategoryBranch, inOrder } from './category-order.ts'

/** Below it the tree is a choice over the list. */
const narrow = matchMedia('(max-width: 63.9375rem)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

const entryClasses =
  'flex min-h-9 w-full items-center px-3.5 py-1.5 text-start text-13 hover:bg-surface-2 focus-visible:-outline-offset-2 ' +
  'aria-pressed:bg-kraft-soft aria-pressed:font-semibold aria-pressed:shadow-[inset_3px_0_0_var(--kraft)] ' +
  'rtl:aria-pressed:shadow-[inset_-3px_0_0_var(--kraft)]'

/** The categories; the list shows the items of the chosen one with those below it. */
export function CategoryTree({ list }: { list: ListAddress }) {
  const categories = declared('itemCategory')
  const { allowed } = usePermission(categories.calls.list)
  const { data } = useResourceList(categories, { pageSize: '200', sort: 'sort,name' }, { enabled: allowed })
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches)
  const branches = inOrder(data?.items ?? [])
  if (!allowed || branches.length === 0) return null
  const { filters } = list.state
  const chosen = filters.categoryId?.[0] ?? ''
  const choose = (id: string) => list.change({ filters: { ...filters, categoryId: id === '' ? [] : [id] } })
  if (isNarrow) return <CategoryChoice branches={branches} chosen={chosen} onChoose={choose} />
  return (
    <nav
      aria-label={t('estimator.categories')}
      className="w-58 shrink-0 overflow-y-auto rounded-panel border border-line bg-surface"
    >
      <ul>
        <li className="border-b border-line">
          <button type="button" aria-pressed={chosen === ''} className={entryClasses} onClick={() => choose('')}>
            {t('estimator.allCategories')}
          </button>
        </li>
        {branches.map(({ id, name, depth }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === chosen}
              className={entryClasses}
              style={{ paddingInlineStart: `${0.875 + depth}rem` }}
              onClick={() => choose(id === chosen ? '' : id)}
            >
              <span className={depth === 0 ? 'font-[550]' : 'text-text-2'}>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface CategoryChoiceProps {
  branches: readonly CategoryBranch[]
  chosen: string
  onChoose: (id: string) => void
}

function CategoryChoice({ branches, chosen, onChoose }: CategoryChoiceProps) {
  const options = branches.map(({ id, name, depth }) => ({ value: id, label: `${'– '.repeat(depth)}${name}` }))
  return (
    <Select
      label={t('estimator.category')}
      options={[{ value: '', label: t('estimator.allCategories') }, ...options]}
      value={chosen}
      onValueChange={onChoose}
    />
  )
}

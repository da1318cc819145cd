import type { UpdatedItems } from '@packhouse/contract'
import type { ListState } from '../../../resource/list-state.ts'

/** The items that an update of prices is about: the selected ones, or else all of the list. */
export function updatedItems({ search, filters }: ListState, selected: ReadonlySet<string>): UpdatedItems {
  if (selected.size > 0) return { id: [...selected] }
  const ids = (name: string) => (filters[name] ?? []).filter((value) => value !== 'null')
  const [categoryId, supplierId] = [ids('categoryId'), ids('supplierId')]
  const [currency] = ids('currency')
  const [active] = ids('active')
  return {
    ...(search === '' ? {} : { search }),
    ...(categoryId.length === 0 ? {} : { categoryId }),
    ...(supplierId.length === 0 ? {} : { supplierId }),
    ...(currency === undefined ? {} : { currency }),
    ...(active === undefined ? {} : { active: active === 'true' }),
  }
}

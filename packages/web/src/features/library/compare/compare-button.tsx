import { t } from '@packhouse/messages'
import { useSearchChange } from '../../../lib/address-search.ts'
import type { ListParts } from '../../../resource/use-list-parts.ts'
import { Button } from '../../../ui/button.tsx'
import { MOST_COMPARED } from './use-compared.ts'

/** Puts the selected machines beside each other; where there are too few or too many, it says so. It is hidden on phones, whose cards cannot be selected. */
export function CompareButton({ parts }: { parts: ListParts }) {
  const change = useSearchChange()
  const ids = parts.rows.map(({ id }) => id).filter((id) => parts.selection.ids.has(id))
  const fits = ids.length >= 2 && ids.length <= MOST_COMPARED
  return (
    <Button
      size="dense"
      className="max-md:hidden"
      disabled={!fits}
      title={fits ? undefined : t('library.selectToCompare', { most: MOST_COMPARED })}
      onClick={() => change((previous) => ({ ...previous, compare: ids.join() }), {})}
    >
      {ids.length === 0 ? t('library.compare') : t('library.compareCount', { count: ids.length })}
    </Button>
  )
}

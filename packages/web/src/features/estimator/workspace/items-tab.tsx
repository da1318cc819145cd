import { t } from '@packhouse/messages'
import { useRef, useState } from 'react'
import { useIsPhone } from '../../../resource/frame.tsx'
import { ItemCards } from './item-cards.tsx'
import { ItemGrid, type ItemGridHandle } from './item-grid.tsx'
import { SectionList } from './section-list.tsx'
import { TotalsBar } from './totals-bar.tsx'
import { useSheet } from './workspace-context.ts'

/** Lines and extras: a grid, or cards where there is little room, with what they come to. */
export function ItemsTab() {
  const onPhone = useIsPhone()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [added, setAdded] = useState<readonly string[]>([])
  const [current, setCurrent] = useState('')
  const grid = useRef<ItemGridHandle>(null)
  const hasLines = useSheet(({ sheet }) => sheet.items.length > 0)
  const first = hasLines ? [] : [t('estimator.newSection')]
  const emptySections = added.length > 0 ? added : first
  const fold = (name: string) => {
    const next = new Set(folded)
    if (!next.delete(name)) next.add(name)
    setFolded(next)
  }
  if (onPhone) {
    return (
      <>
        <ItemCards emptySections={emptySections} />
        <TotalsBar />
      </>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 gap-3.5 pb-4">
      <SectionList
        current={current}
        onGo={(name) => grid.current?.goTo(name)}
        onAdd={(name) => setAdded([...added, name])}
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ItemGrid ref={grid} folded={folded} onFold={fold} emptySections={emptySections} onSection={setCurrent} />
        <TotalsBar />
      </div>
    </div>
  )
}

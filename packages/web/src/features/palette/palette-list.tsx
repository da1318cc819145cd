import { t } from '@packhouse/messages'
import { groupTitle } from './item-shape.tsx'
import type { PaletteItem } from './palette-item.ts'
import { PaletteOption } from './palette-option.tsx'
import type { Group } from './rank.ts'

export interface PaletteListProps {
  id: string
  groups: readonly Group[]
  activeKey: string | undefined
  onPoint: (item: PaletteItem) => void
  onChoose: (item: PaletteItem) => void
}

/** The id of an entry's element, by which the field names it. */
export function optionId(listId: string, key: string): string {
  return `${listId}-${key}`
}

/** The results, in groups. */
export function PaletteList({ id, groups, activeKey, onPoint, onChoose }: PaletteListProps) {
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label={t('palette.results')} className="outline-none">
      {groups.map(({ kind, items, total }) => (
        // biome-ignore lint/a11y/useSemanticElements: inside a listbox only a group may hold options
        <div key={kind} role="group" aria-labelledby={`${id}-${kind}`} className="pb-1.5">
          <div
            id={`${id}-${kind}`}
            role="presentation"
            className="sticky top-0 flex items-baseline justify-between bg-surface px-4 pt-2 pb-1 text-12 font-[550] text-text-3"
          >
            {groupTitle(kind)}
            {total > items.length && (
              <span className="font-normal tabular-nums">{t('palette.of', { shown: items.length, total })}</span>
            )}
          </div>
          {items.map((ranked) => (
            <PaletteOption
              key={ranked.item.key}
              id={optionId(id, ranked.item.key)}
              ranked={ranked}
              active={ranked.item.key === activeKey}
              onPoint={() => onPoint(ranked.item)}
              onChoose={() => onChoose(ranked.item)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

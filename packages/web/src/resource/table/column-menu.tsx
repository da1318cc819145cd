import { Menu } from '@base-ui/react/menu'
import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ColumnsIcon } from '../../ui/tool-icons.tsx'
import { MenuCheck, menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import { isNames } from '../names.ts'
import { type ParentMount, parentFields } from '../registry.ts'
import { useStored } from '../stored.ts'
import type { ListAddress } from '../use-list-state.ts'
import type { ResourceView } from '../view.ts'
import type { SavedView } from '../views/saved-view.ts'
import { availableColumns, columnLabel, firstColumns } from './columns.tsx'

export interface ColumnChoice {
  shown: readonly string[]
  available: readonly string[]
  /** Whether somebody has chosen them: then all are shown, however wide they are. */
  isChosen: boolean
  /** Those of the shown ones that there is room for, as the table says. */
  drawn: readonly string[]
  onDrawn: (names: readonly string[]) => void
  /** Undefined resets to the default columns. */
  choose: (names: readonly string[] | undefined) => void
}

/** The columns of the view that is shown, or else those that the reader has chosen, remembered for each resource in the account. */
export function useColumns(
  resource: Resource,
  view: ResourceView,
  mount: ParentMount | undefined,
  { list, active }: { list: ListAddress; active: SavedView | undefined },
): ColumnChoice {
  const first = firstColumns(resource, view)
  const [stored, store] = useStored<readonly string[]>(`columns:${resource.name}`, first, isNames)
  const ofParent = parentFields(resource, mount)
  const available = availableColumns(resource, view).filter((name) => !ofParent.includes(name))
  const wanted = active === undefined ? stored : (list.columns ?? active.columns)
  const shown = wanted.filter((name) => available.includes(name))
  const [drawn, onDrawn] = useState<readonly string[]>(shown)
  return {
    shown,
    drawn,
    onDrawn,
    available,
    isChosen: wanted !== first,
    choose: (names) => (active === undefined ? store(names) : list.showColumns(names ?? first)),
  }
}

export interface ColumnMenuProps {
  resource: Resource
  view: ResourceView
  columns: ColumnChoice
}

/** Which columns are shown: one that there is no room for is not, until somebody chooses it. */
export function ColumnMenu({ resource, view, columns }: ColumnMenuProps) {
  const { shown, drawn, available, isChosen, choose } = columns
  // Chosen ones that have no room beside a drawer stay chosen.
  const before = isChosen ? shown : drawn
  const toggle = (name: string, on: boolean) => {
    const others = before.filter((other) => other !== name)
    choose(on ? [...others, name] : others)
  }
  return (
    <ToolMenu label={t('resource.columns')} icon={<ColumnsIcon size={14} />}>
      {available.map((name) => (
        <MenuCheck key={name} checked={drawn.includes(name)} onChange={(on) => toggle(name, on)}>
          {columnLabel(resource, view, name)}
        </MenuCheck>
      ))}
      <Menu.Separator className="my-1.5 h-px bg-line" />
      <Menu.Item className={menuItemClasses} onClick={() => choose(undefined)}>
        {t('resource.backToTheFirstColumns')}
      </Menu.Item>
    </ToolMenu>
  )
}

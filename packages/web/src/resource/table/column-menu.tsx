import { Menu } from '@base-ui/react/menu'
import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ColumnsIcon } from '../../ui/tool-icons.tsx'
import { MenuCheck, menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import { type ParentMount, parentFields } from '../registry.ts'
import { isNames, useStored } from '../stored.ts'
import type { ResourceView } from '../view.ts'
import { availableColumns, columnLabel, firstColumns } from './columns.tsx'

export interface ColumnChoice {
  shown: readonly string[]
  available: readonly string[]
  /** Undefined resets to the default columns. */
  choose: (names: readonly string[] | undefined) => void
}

/** The columns a reader has chosen, remembered for each resource in the account. */
export function useColumns(resource: Resource, view: ResourceView, mount: ParentMount | undefined): ColumnChoice {
  const [stored, choose] = useStored<readonly string[]>(
    `columns:${resource.name}`,
    firstColumns(resource, view),
    isNames,
  )
  const ofParent = parentFields(resource, mount)
  const available = availableColumns(resource, view).filter((name) => !ofParent.includes(name))
  return { shown: stored.filter((name) => available.includes(name)), available, choose }
}

export interface ColumnMenuProps {
  resource: Resource
  view: ResourceView
  columns: ColumnChoice
}

/** Which columns are shown. */
export function ColumnMenu({ resource, view, columns }: ColumnMenuProps) {
  const { shown, available, choose } = columns
  const toggle = (name: string, on: boolean) => choose(on ? [...shown, name] : shown.filter((other) => other !== name))
  return (
    <ToolMenu label={t('resource.columns')} icon={<ColumnsIcon size={14} />}>
      {available.map((name) => (
        <MenuCheck key={name} checked={shown.includes(name)} onChange={(on) => toggle(name, on)}>
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

import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ChevronDownIcon, CrossIcon } from '../../../ui/icons.tsx'
import { Menu, MenuAction } from '../../../ui/menu.tsx'
import { CheckIcon, ChevronUpIcon, EditIcon, MoreIcon, OpenIcon, PlusIcon } from '../../../ui/tool-icons.tsx'
import type { Extra, Item } from './project-sheet.ts'
import { type RowAct, useRowActs } from './use-row-acts.ts'
import { useWorkspace } from './workspace-context.ts'

const icons: Record<RowAct['name'], typeof MoreIcon> = {
  details: EditIcon,
  configure: OpenIcon,
  up: ChevronUpIcon,
  down: ChevronDownIcon,
  instead: CheckIcon,
  alternative: PlusIcon,
  remove: CrossIcon,
}

/** What can be done with a row. The menu is made when somebody reaches for it: there may be thousands of rows. */
export function RowMenu({ kind, row }: { kind: 'items' | 'extras'; row: Item | Extra }) {
  const { editing } = useWorkspace()
  const [isOpened, setOpened] = useState(false)
  // Where editing ends the menu goes, and one that was closed must not open by itself when it begins again.
  if (!editing && isOpened) setOpened(false)
  const button = (
    <button
      type="button"
      tabIndex={-1}
      data-menu={row.id}
      aria-label={t('estimator.moreFor', { name: row.description })}
      className="grid h-7 w-8 place-items-center rounded-control text-text-2 hover:bg-surface-3"
      onClick={isOpened ? undefined : () => setOpened(true)}
    >
      <MoreIcon size={14} />
    </button>
  )
  if (!editing) return null
  return isOpened ? <OpenMenu kind={kind} row={row} button={button} /> : button
}

function OpenMenu({ kind, row, button }: { kind: 'items' | 'extras'; row: Item | Extra; button: React.ReactElement }) {
  const acts = useRowActs(kind, row)
  return (
    <Menu defaultOpen trigger={button}>
      {acts.map(({ name, label, run }) => (
        <MenuAction key={name} icon={icons[name]} onSelect={run}>
          {label}
        </MenuAction>
      ))}
    </Menu>
  )
}

import { Dialog } from '@base-ui/react/dialog'
import { Menu } from '@base-ui/react/menu'
import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import { compareNames } from '../../lib/format/order.ts'
import { Button } from '../../ui/button.tsx'
import { backdropClasses, dialogClasses } from '../../ui/confirm-dialog.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BookmarkIcon } from '../../ui/tool-icons.tsx'
import { menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import type { ListParameters } from '../list-state.ts'
import { isNames, useStored } from '../stored.ts'
import type { ListAddress } from '../use-list-state.ts'
import type { ColumnChoice } from './column-menu.tsx'

/** Filters, order and columns under a name. */
interface SavedView {
  name: string
  parameters: ListParameters
  columns: readonly string[]
}

export interface ViewMenuProps {
  resource: Resource
  list: ListAddress
  columns: ColumnChoice
}

/** The reader's own views of a list: named once, shown with one press. Stored in the account. */
export function ViewMenu({ resource, list, columns }: ViewMenuProps) {
  const [views, store] = useStored<readonly SavedView[]>(`views:${resource.name}`, [], isViews)
  const [naming, setNaming] = useState(false)
  const show = (view: SavedView) => {
    list.show(view.parameters)
    columns.choose(view.columns)
  }
  const save = (name: string) => {
    const view = { name, parameters: list.parameters, columns: columns.shown }
    store([...views.filter((other) => other.name !== name), view].sort((a, b) => compareNames(a.name, b.name)))
    setNaming(false)
  }
  return (
    <>
      <ToolMenu label={t('resource.views')} icon={<BookmarkIcon size={14} />}>
        {views.length === 0 && (
          <p className="max-w-60 px-2.5 py-1.5 text-12 text-text-2">{t('resource.keepTheFiltersOrderAndColumns')}</p>
        )}
        {views.map((view) => (
          <div key={view.name} className="flex items-center">
            <Menu.Item className={menuItemClasses} onClick={() => show(view)}>
              <span className="truncate">{view.name}</span>
            </Menu.Item>
            <Menu.Item
              aria-label={t('resource.removeTheView', { name: view.name })}
              className={`${menuItemClasses} w-8 justify-center`}
              closeOnClick={false}
              onClick={() => store(views.filter((other) => other.name !== view.name))}
            >
              <CrossIcon size={12} />
            </Menu.Item>
          </div>
        ))}
        <Menu.Separator className="my-1.5 h-px bg-line" />
        <Menu.Item className={menuItemClasses} onClick={() => setNaming(true)}>
          {t('resource.saveThisView')}
        </Menu.Item>
      </ToolMenu>
      <NameDialog open={naming} onSave={save} onClose={() => setNaming(false)} />
    </>
  )
}

function NameDialog(props: { open: boolean; onSave: (name: string) => void; onClose: () => void }) {
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '') props.onSave(name)
  }
  return (
    <Dialog.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={dialogClasses}>
          <Dialog.Title className="font-display text-20 font-semibold">{t('resource.saveThisViewLabel')}</Dialog.Title>
          <form onSubmit={onSubmit} className="grid gap-4">
            <TextField
              label={t('general.name')}
              name="name"
              required
              maxLength={60}
              autoComplete="off"
              help={t('resource.aViewOfTheSameName')}
            />
            <div className="flex justify-end gap-2">
              <Button onClick={props.onClose}>{t('general.cancel')}</Button>
              <Button type="submit" variant="primary">
                {t('resource.saveView')}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function isViews(value: unknown): value is readonly SavedView[] {
  return Array.isArray(value) && value.every(isView)
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false
  const { name, parameters, columns } = value as Partial<SavedView>
  return typeof name === 'string' && isNames(columns) && isNames(Object.values(parameters ?? {}).flat())
}

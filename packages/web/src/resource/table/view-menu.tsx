import { Dialog } from '@base-ui/react/dialog'
import { Menu } from '@base-ui/react/menu'
import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { backdropClasses, ConfirmDialog, dialogClasses } from '../../ui/confirm-dialog.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BookmarkIcon, CheckIcon } from '../../ui/tool-icons.tsx'
import { MenuCheck, menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import type { ListParts } from '../use-list-parts.ts'
import type { SavedView } from '../views/saved-view.ts'
import type { Views } from '../views/use-views.ts'

export interface ViewMenuProps {
  resource: Resource
  parts: ListParts
}

const lineClasses = 'my-1.5 h-px bg-line'
const groupClasses = 'px-2.5 pt-1.5 pb-0.5 text-12 font-[550] text-text-2'

/** The views of a list: shown with one press, saved under a name for oneself or for all staff, and chosen to open the list with. */
export function ViewMenu({ resource, parts: { views, columns } }: ViewMenuProps) {
  const { own, shared, active } = views
  const [asked, setAsked] = useState<SavedView>()
  const isEmpty = own.length + shared.length === 0
  const { update: mayChoose, create: mayShare } = views.maySharing
  return (
    <>
      <ToolMenu label={t('resource.views')} icon={<BookmarkIcon size={14} />}>
        {isEmpty ? (
          <p className="max-w-60 px-2.5 py-1.5 text-12 text-text-2">{t('resource.keepTheFiltersOrderAndColumns')}</p>
        ) : (
          <Menu.Item className={menuItemClasses} onClick={() => views.show(undefined)}>
            <Tick shown={active === undefined} />
            {t('resource.plainList', { many: resource.noun[1] })}
          </Menu.Item>
        )}
        {own.length > 0 && <p className={groupClasses}>{t('resource.viewsOfMine')}</p>}
        {own.map((view) => (
          <ViewItem key={view.key} view={view} views={views} onRemove={() => void views.remove(view)} />
        ))}
        {shared.length > 0 && <p className={groupClasses}>{t('resource.viewsOfAll')}</p>}
        {shared.map((view) => (
          <ViewItem
            key={view.key}
            view={view}
            views={views}
            onRemove={views.maySharing.remove ? () => setAsked(view) : undefined}
          />
        ))}
        <Menu.Separator className={lineClasses} />
        <Menu.Item className={menuItemClasses} onClick={() => views.setNaming(true)}>
          {t('resource.saveThisView')}
        </Menu.Item>
        {!isEmpty && (
          <MenuCheck checked={views.isMine} onChange={views.chooseMine}>
            {t('resource.opensForMe')}
          </MenuCheck>
        )}
        {active?.shared !== undefined && mayChoose && (
          <MenuCheck
            checked={active.shared.isDefault}
            onChange={(on) => void (on ? views.chooseForAll(active) : views.chooseForNobody(active))}
          >
            {t('resource.opensForAll')}
          </MenuCheck>
        )}
      </ToolMenu>
      <NameDialog
        open={views.naming}
        mayShare={mayShare}
        onSave={(name, forAll) => void views.save(name, columns.shown, forAll)}
        onClose={() => views.setNaming(false)}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title={t('resource.deleteSharedView', { name: asked?.name ?? '' })}
        confirm={t('resource.deleteLabel')}
        onConfirm={() => {
          if (asked) void views.remove(asked)
          setAsked(undefined)
        }}
        onCancel={() => setAsked(undefined)}
      >
        {t('resource.sharedViewIsOfAll')}
      </ConfirmDialog>
    </>
  )
}

function Tick({ shown }: { shown: boolean }) {
  return <span className="grid size-4 shrink-0 place-items-center">{shown && <CheckIcon size={14} />}</span>
}

interface ViewItemProps {
  view: SavedView
  views: Views
  /** Absent where the reader may not. */
  onRemove: (() => void) | undefined
}

function ViewItem({ view, views, onRemove }: ViewItemProps) {
  return (
    <div className="flex items-center">
      <Menu.Item className={menuItemClasses} onClick={() => views.show(view)}>
        <Tick shown={views.active?.key === view.key} />
        <span className="truncate">{view.name}</span>
      </Menu.Item>
      {onRemove && (
        <Menu.Item
          aria-label={t('resource.removeTheView', { name: view.name })}
          className={`${menuItemClasses} w-8 justify-center max-md:w-11`}
          // What is asked first is asked in front of the list.
          closeOnClick={view.shared !== undefined}
          onClick={onRemove}
        >
          <CrossIcon size={12} />
        </Menu.Item>
      )}
    </div>
  )
}

interface NameDialogProps {
  open: boolean
  /** Whether the view can be one of all staff. */
  mayShare: boolean
  onSave: (name: string, forAll: boolean) => void
  onClose: () => void
}

function NameDialog(props: NameDialogProps) {
  const [forAll, setForAll] = useState(false)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '') props.onSave(name, forAll)
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
              help={forAll ? t('resource.allStaffHaveIt') : t('resource.aViewOfTheSameName')}
            />
            {props.mayShare && (
              <label className="flex min-h-[30px] cursor-pointer items-center gap-2 text-13 max-md:min-h-11">
                <input
                  type="checkbox"
                  checked={forAll}
                  onChange={(event) => setForAll(event.target.checked)}
                  className="size-4 accent-action"
                />
                {t('resource.shareWithAllStaff')}
              </label>
            )}
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

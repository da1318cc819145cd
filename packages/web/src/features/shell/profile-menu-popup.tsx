import { t } from '@packhouse/messages'
import { useEffect } from 'react'
import { useProduct } from '../../lib/public-settings.ts'
import type { Session } from '../../lib/session.ts'
import { LogoutIcon, SettingsIcon, WrenchIcon } from '../../ui/icons.tsx'
import { Menu, MenuAction, MenuExternalLink, MenuRouterLink } from '../../ui/menu.tsx'
import { ProfileButton } from './profile-button.tsx'
import { useSignOut } from './use-sign-out.ts'

/** The profile menu, open from the start: it is loaded by the press that asks for it. */
export function ProfileMenuPopup({ user, byKeyboard }: { user: Session['user']; byKeyboard: boolean }) {
  useFirstEntry(byKeyboard)
  const { cmmsUrl } = useProduct()
  const signOut = useSignOut()
  return (
    <Menu
      defaultOpen
      trigger={<ProfileButton user={user} />}
      head={
        <>
          <b className="block truncate font-semibold">{`${user.first_name} ${user.last_name}`.trim()}</b>
          <span className="block truncate text-12 text-text-3">{user.email}</span>
        </>
      }
    >
      {cmmsUrl !== null && (
        <MenuExternalLink icon={WrenchIcon} href={cmmsUrl}>
          {t('shell.cmms')}
        </MenuExternalLink>
      )}
      <MenuRouterLink icon={SettingsIcon} to="/settings">
        {t('general.settings')}
      </MenuRouterLink>
      <MenuAction icon={LogoutIcon} onSelect={() => void signOut()}>
        {t('shell.logout')}
      </MenuAction>
    </Menu>
  )
}

/**
 * The press that opens the menu for the first time comes before its code. The menu then takes the focus as if a pointer had
 * opened it; from there it goes on to the first entry, as it does at every later press.
 */
function useFirstEntry(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    const listening = new AbortController()
    const goOn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.getAttribute('role') !== 'menu') return
      listening.abort()
      target.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    }
    document.addEventListener('focusin', goOn, { signal: listening.signal })
    return () => listening.abort()
  }, [wanted])
}

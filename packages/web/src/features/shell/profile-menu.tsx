import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { ProfileButton } from './profile-button.tsx'

// The menu's code is larger than the rest of the bar together: it comes when somebody reaches for it.
const loadMenu = () => import('./profile-menu-popup.tsx')
const ProfileMenuPopup = lazy(async () => ({ default: (await loadMenu()).ProfileMenuPopup }))

/** The avatar of the signed-in user and the menu behind it. */
export function ProfileMenu() {
  const session = useSession()
  const [wanted, setWanted] = useState<'by-pointer' | 'by-keyboard'>()
  if (!session) return null
  const preload = () => void loadMenu()
  const button = (
    <ProfileButton
      user={session.user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      // A press by keyboard is a click without a button.
      onClick={({ detail }) => setWanted(detail === 0 ? 'by-keyboard' : 'by-pointer')}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setWanted('by-keyboard')
      }}
    />
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <ProfileMenuPopup user={session.user} byKeyboard={wanted === 'by-keyboard'} />
    </Suspense>
  )
}

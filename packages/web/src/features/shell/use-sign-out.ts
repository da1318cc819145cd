import { useRouter } from '@tanstack/react-router'
import { loginPath } from '../../lib/intended-path.ts'
import { isChosenByAccount } from '../../lib/language/page-language.ts'
import { OUTBOX_ADDRESS } from '../../lib/offline/outbox-address.ts'
import { outboxOf, sendWaiting } from '../../lib/offline/own-outbox.ts'
import { forgetSession, signOut, useSession } from '../../lib/session.ts'
import { applyTheme } from '../../lib/theme.ts'

interface SigningOut {
  /** Where the login comes back to. */
  intended?: string
  /** Whether what was entered on this device and not sent goes with it; else whoever has something is asked first. */
  removesUnsent?: boolean
}

/** Signs out and goes to the login. */
export function useSignOut(): (how?: SigningOut) => Promise<void> {
  const router = useRouter()
  const owner = useSession()?.user.id
  return async ({ intended, removesUnsent = false } = {}) => {
    if (owner !== undefined && !removesUnsent) {
      await sendWaiting(owner).catch(() => undefined)
      if (outboxOf(owner).entries.length > 0) return await router.navigate({ href: `${OUTBOX_ADDRESS}?leaving=yes` })
    }
    await signOut()
    // The sign-in screens follow the browser; texts are read when the page loads.
    if (isChosenByAccount) return location.assign(loginPath(intended))
    // The theme was in the storage that is now empty.
    applyTheme()
    await router.navigate({ href: loginPath(intended) })
    // Only now: a screen that is still there would ask for what was forgotten.
    forgetSession()
  }
}

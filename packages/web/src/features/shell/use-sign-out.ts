import { useRouter } from '@tanstack/react-router'
import { loginPath } from '../../lib/intended-path.ts'
import { isChosenByAccount } from '../../lib/language/page-language.ts'
import { forgetSession, signOut } from '../../lib/session.ts'
import { applyTheme } from '../../lib/theme.ts'

/** Signs out and goes to the login, which comes back to `intended` if it is given. */
export function useSignOut(): (intended?: string) => Promise<void> {
  const router = useRouter()
  return async (intended) => {
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

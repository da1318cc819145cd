import { t } from '@packhouse/messages'
import { useRouter } from '@tanstack/react-router'
import { rich } from '../../lib/language/rich.ts'
import { useProduct } from '../../lib/public-settings.ts'
import { forgetSession, type Session } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TapedCarton } from '../../ui/taped-carton.tsx'
import { BareHeader } from './bare-header.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Shown to a signed-in user who may not open the application: what is missing, whom to ask, and a way out. */
export function DeniedPage({ session }: { session: Session | null }) {
  const { productTitle } = useProduct()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <BareHeader />
      <main className="grid px-8 pb-10 max-md:px-4 max-md:pb-6">
        <Panel className="grid place-items-center">
          <EmptyState
            heading="h1"
            illustration={<TapedCarton />}
            title={t('shell.youCantOpen', { productTitle })}
            actions={<Actions signedIn={session !== null} />}
          >
            {session ? (
              <Explanation user={session.user} productTitle={productTitle} />
            ) : (
              t('shell.youAreNotSignedInLog')
            )}
          </EmptyState>
        </Panel>
      </main>
    </div>
  )
}

/** As whom the reader is signed in, what that account lacks, and who can give it. */
function Explanation({ user, productTitle }: { user: Session['user']; productTitle: string }) {
  const { first_name, last_name, email, customer } = user
  return (
    <div className="grid gap-2 wrap-anywhere">
      <p className="text-text">{t('shell.signedInAs', { name: `${first_name} ${last_name}`.trim(), email })}</p>
      <p>{rich('shell.permissionIsMissing', { permission: <AccessPermission />, productTitle })}</p>
      <p>
        {customer === null
          ? t('shell.askAnAdministratorToAddIt')
          : t('shell.askYourAdministrator', { customer: customer.name })}
      </p>
    </div>
  )
}

function AccessPermission() {
  return (
    <span className="code" translate="no">
      customer.access
    </span>
  )
}

/** Somebody else begins with a sign-out, so no second button says that. */
function Actions({ signedIn }: { signedIn: boolean }) {
  const router = useRouter()
  const signOut = useSignOut()
  const tryAgain = () => {
    // The permission may have been granted in the meantime: ask the server again.
    forgetSession()
    void router.navigate({ to: '/' })
  }
  if (!signedIn) return <Button onClick={tryAgain}>{t('general.login')}</Button>
  return (
    <>
      <Button onClick={tryAgain}>{t('general.tryAgain')}</Button>
      <Button variant="quiet" onClick={() => void signOut()}>
        {t('shell.signInAsSomebodyElse')}
      </Button>
    </>
  )
}

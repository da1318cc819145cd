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
              <>
                {rich('shell.yourAccountDoesntInclude', {
                  email: session.user.email,
                  permission: <AccessPermission />,
                })}
                <br />
                {t('shell.askAnAdministratorToAddIt')}
              </>
            ) : (
              t('shell.youAreNotSignedInLog')
            )}
          </EmptyState>
        </Panel>
      </main>
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
        {t('shell.logout')}
      </Button>
    </>
  )
}

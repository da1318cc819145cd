import type { LoginOption, PublicSettings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { takesPasskeys } from '../../lib/passkeys.ts'
import type { SignOnOption } from '../../lib/single-sign-on.ts'
import { AccessFrame } from './access-frame.tsx'
import { LoginForm } from './login-form.tsx'
import { loginText } from './login-text.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SignOnButton } from './sign-on-button.tsx'

export interface LoginPageProps {
  settings: PublicSettings
  /** Where to go afterwards; a path of this origin. */
  intended: string
  onSignedIn: () => void
  onSecondFactor: (pendingToken: string) => void
}

const isSignOn = (option: LoginOption): option is SignOnOption => option !== 'basic'

/** The sign-in with the options that are configured; the others are not there at all. */
export function LoginPage({ settings, intended, onSignedIn, onSecondFactor }: LoginPageProps) {
  const { title, options, texts } = settings.login
  const basic = options.includes('basic')
  const signOns = options.filter(isSignOn)
  return (
    <AccessFrame settings={settings} title={loginText(title)}>
      {basic && <LoginForm text={texts.basic} onSignedIn={onSignedIn} onSecondFactor={onSecondFactor} />}
      {basic && signOns.length > 0 && <Divider />}
      <div className="grid gap-2.5">
        {signOns.map((option) => (
          <SignOnButton key={option} option={option} text={texts[option]} intended={intended} />
        ))}
      </div>
      {takesPasskeys(settings) && (
        <div className="mt-4">
          <PasskeyButton text={t('access.signInWithAPasskey')} variant="quiet" onSignedIn={onSignedIn} />
        </div>
      )}
    </AccessFrame>
  )
}

function Divider() {
  return (
    <div className="mt-6 mb-5 flex items-center gap-3 text-13 text-text-3 before:h-px before:flex-1 before:bg-line-2 after:h-px after:flex-1 after:bg-line-2">
      {t('access.orContinueWith')}
    </div>
  )
}

import type { LoginOption, PublicSettings } from '@packhouse/contract'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { LoginArt } from './login-art.tsx'
import { LoginForm } from './login-form.tsx'
import { SignOnButton } from './sign-on-button.tsx'
import type { SignOnOption } from './single-sign-on.ts'

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
  const { title, icon, banner, backgroundImage, options, texts } = settings.login
  const basic = options.includes('basic')
  const signOns = options.filter(isSignOn)
  return (
    <div className="grid min-h-dvh bg-surface max-lg:grid-rows-[132px_auto] lg:grid-cols-[minmax(0,1fr)_520px]">
      <LoginArt image={backgroundImage} />
      <main className="flex min-w-0 flex-col lg:min-h-dvh">
        {banner !== null && <Banner text={banner} />}
        <div className="my-auto px-6 py-7 max-lg:my-0 lg:px-18 lg:py-8">
          <Brand icon={icon} productTitle={settings.productTitle} />
          <h1 className="mt-7 mb-[22px] text-30 max-lg:mt-3.5 max-lg:mb-5">{title}</h1>
          {basic && <LoginForm text={texts.basic} onSignedIn={onSignedIn} onSecondFactor={onSecondFactor} />}
          {basic && signOns.length > 0 && <Divider />}
          <div className="grid gap-2.5">
            {signOns.map((option) => (
              <SignOnButton key={option} option={option} text={texts[option]} intended={intended} />
            ))}
          </div>
        </div>
      </main>
    </div>
  )
}

function Banner({ text }: { text: string }) {
  return (
    <p className="flex h-16 items-center border-b border-kraft/40 bg-kraft-soft px-18 text-13 text-kraft-strong max-lg:h-13 max-lg:px-6">
      <span className="truncate">{text}</span>
    </p>
  )
}

function Brand({ icon, productTitle }: { icon: string | null; productTitle: string }) {
  return (
    <div className="-ml-[3px] flex items-center gap-3 font-display text-20 leading-none font-semibold tracking-[-.012em] text-ink max-lg:text-[18px]">
      {icon === null ? (
        <BrandMark size={44} className="max-lg:size-9" />
      ) : (
        <img src={icon} alt="" className="size-11 object-contain max-lg:size-9" />
      )}
      <span>{productTitle}</span>
    </div>
  )
}

function Divider() {
  return (
    <div className="mt-6 mb-5 flex items-center gap-3 text-13 text-text-3 before:h-px before:flex-1 before:bg-line-2 after:h-px after:flex-1 after:bg-line-2">
      Or continue with
    </div>
  )
}

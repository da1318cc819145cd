import type { PublicSettings } from '@packhouse/contract'
import type { ReactNode } from 'react'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { LoginArt } from './login-art.tsx'

export interface AccessFrameProps {
  settings: PublicSettings
  /** The heading of the screen. */
  title: string
  children: ReactNode
}

/** The frame of every screen for people who are not signed in: the picture, the banner, the brand and the heading. */
export function AccessFrame({ settings, title, children }: AccessFrameProps) {
  const { icon, banner, backgroundImage } = settings.login
  return (
    <div className="grid min-h-dvh bg-surface max-lg:grid-rows-[132px_auto] lg:grid-cols-[minmax(0,1fr)_520px]">
      <LoginArt image={backgroundImage} />
      <main className="flex min-w-0 flex-col lg:min-h-dvh">
        {banner !== null && <Banner text={banner} />}
        {/* 376 px between the paddings, on a tablet too. */}
        <div className="my-auto w-full max-w-[424px] px-6 py-7 max-lg:mx-auto max-lg:my-0 lg:max-w-none lg:px-18 lg:py-8">
          <Brand icon={icon} productTitle={settings.productTitle} />
          <h1 className="mt-7 mb-[22px] text-30 max-lg:mt-3.5 max-lg:mb-5">{title}</h1>
          {children}
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
    <div className="-ms-[3px] flex items-center gap-3 font-display text-20 leading-none font-semibold tracking-[-.012em] text-ink max-lg:text-[18px]">
      {icon === null ? (
        <BrandMark size={44} className="max-lg:size-9" />
      ) : (
        <img src={icon} alt="" className="size-11 object-contain max-lg:size-9" />
      )}
      <span>{productTitle}</span>
    </div>
  )
}

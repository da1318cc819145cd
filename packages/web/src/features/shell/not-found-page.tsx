import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../../ui/button.tsx'
import { FlatCarton } from '../../ui/flat-carton.tsx'
import { BareHeader } from './bare-header.tsx'

/** Any address that leads nowhere. It has no top bar, since the reader may be signed out. */
export function NotFoundPage() {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <BareHeader />
      <main className="mx-auto grid w-full max-w-[1240px] grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] items-center gap-14 px-14 py-10 max-[800px]:grid-cols-1 max-[800px]:content-start max-[800px]:gap-7 max-[800px]:px-6 max-[800px]:pt-2">
        <div>
          <div className="font-display text-[168px] leading-[150px] font-[650] tracking-[-.035em] tabular-nums max-[800px]:text-[104px] max-[800px]:leading-[100px]">
            404
          </div>
          <h1 className="mt-7 mb-2 max-[800px]:mt-4 max-[800px]:text-[22px] max-[800px]:leading-7">
            {t('shell.oopsThePageYoureLookingFor')}
          </h1>
          <p className="text-16 text-text-2">{t('shell.youMightHaveTheWrongAddress')}</p>
          <p className="mt-7">
            <Link to="/" className={buttonClasses('primary', 'large')}>
              {t('shell.goBackHome')}
            </Link>
          </p>
        </div>
        <FlatCarton className="w-full text-text-2 max-[800px]:-order-1 max-[800px]:max-w-[380px]" />
      </main>
    </div>
  )
}

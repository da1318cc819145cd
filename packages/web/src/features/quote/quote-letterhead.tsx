import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { toRequest } from '../../lib/api-request.ts'
import { chooseTheme, useTheme } from '../../lib/theme.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { MoonIcon, SunIcon } from '../../ui/icons.tsx'
import type { ShownQuote } from './use-quote.ts'

/** Who offers, to whom, and the same as a PDF. */
export function QuoteLetterhead({ maker, quote, token }: { maker: string; quote: ShownQuote; token: string }) {
  const isDark = useTheme() === 'dark'
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex min-h-16 max-w-[1240px] items-center gap-3 px-6 py-2 max-md:px-4">
        <BrandMark size={32} className="text-ink" />
        <p className="min-w-0 flex-1 font-display text-16 font-semibold">
          {maker}
          <span className="block truncate font-sans text-12 font-normal text-text-2">
            {t('quotePage.quoteFor', { customer: quote.content.customer })}
          </span>
        </p>
        <a
          className={buttonClasses('standard', 'dense')}
          href={toRequest(api.quotePdf, { params: { token } }).url}
          target="_blank"
          rel="noreferrer"
        >
          {quote.acceptance === null ? t('quotePage.pdf') : t('quotePage.orderPdf')}
        </a>
        <button
          type="button"
          className={buttonClasses('quiet', 'dense')}
          aria-label={isDark ? t('shell.switchToLightTheme') : t('shell.switchToDarkTheme')}
          onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? <SunIcon /> : <MoonIcon />}
        </button>
      </div>
    </header>
  )
}

import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { PriceRows, shownTotal, totalName } from './price-rows.tsx'
import type { ScopeProps } from './quote-scope.tsx'

/** The price, which follows every choice, and what to do with the quote. */
export function QuotePriceBox({
  token,
  quote: { content },
  chosen,
  isOpen,
  onAccept,
}: ScopeProps & { token: string; onAccept: () => void }) {
  const [isDeclining, setDeclining] = useState(false)
  const total = shownTotal(content, chosen.price)
  return (
    <>
      <section aria-label={t('quotePage.yourPrice')} className="rounded-panel border border-line bg-surface pb-4">
        <h2 className="px-5 pt-4 pb-1.5">{t('quotePage.yourPrice')}</h2>
        <PriceRows content={content} price={chosen.price} />
        <p className="mt-2 border-t border-line px-5 pt-3 pb-1 text-12 text-text-2">
          {totalName(content)}, {content.currency}
          <output aria-live="polite" className="block font-display text-30 font-bold text-text tabular-nums">
            {total}
          </output>
        </p>
        {chosen.fault && (
          <Alert tone="bad" className="mx-5 my-2 text-13">
            {chosen.fault.message}
          </Alert>
        )}
        {isOpen && (
          <div className="grid gap-2 px-5 pt-3">
            <Button variant="primary" size="large" onClick={onAccept} className="max-md:hidden">
              {t('quotePage.acceptAndSign')}
            </Button>
            <Button onClick={() => setDeclining(true)}>{t('quotePage.decline')}</Button>
            <p className="text-center text-12 text-text-2">{t('quotePage.seeItOnceMore')}</p>
          </div>
        )}
      </section>
      {isOpen && (
        <div className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-3 border-t border-line-2 bg-surface px-4 py-2.5 shadow-drawer md:hidden">
          <p className="min-w-0 flex-1 text-12 text-text-2">
            {content.currency}
            <b className="block truncate font-display text-[18px] text-text tabular-nums">{total}</b>
          </p>
          <Button variant="primary" onClick={onAccept}>
            {t('quotePage.acceptAndSign')}
          </Button>
        </div>
      )}
      {isDeclining && <DeclineDialog token={token} onClose={() => setDeclining(false)} />}
    </>
  )
}

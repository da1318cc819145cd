import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { curlLines } from './curl-lines.ts'

/** Commands that a partner can paste into a terminal. */
export function CurlBlock({ machineIDs, apiKey }: { machineIDs: readonly string[]; apiKey: string }) {
  const [copied, setCopied] = useState<boolean>()
  const text = curlLines(window.location.origin, machineIDs, apiKey).join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="grid gap-2">
      <section
        aria-label={t('dataAct.commands')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab reaches it, so that the keys can scroll it.
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-control border border-line-2 bg-surface-2 p-3"
      >
        <pre className="font-mono text-12 text-text select-all" translate="no">
          {text}
        </pre>
      </section>
      <div>
        <Button size="dense" onClick={() => void copy()}>
          {t('dataAct.copyCommands')}
        </Button>
      </div>
      {copied === true && <Alert tone="ok">{t('resource.itIsCopied')}</Alert>}
      {copied === false && <Alert tone="bad">{t('general.copyingBlocked', { what: 'text' })}</Alert>}
    </div>
  )
}
